"""Writes the token ids that the reference tokenizer gives for texts of many scripts.

    pip install tokenizers==0.23.3        (in a virtual environment of its own)
    python tools/generate/tokenizer-fixture.py MODEL_FOLDER/tokenizer.json > libs/embedding/test/fixtures/token-ids.json
"""

import json
import sys

from tokenizers import Tokenizer

LANGUAGES = [
    "The dentist moved my appointment from Tuesday to Friday.",
    "I've been thinking, we'd rather not; don't you agree?",
    "Der Zahnarzttermin wurde auf Freitag verlegt, größtenteils wegen Übermüdung.",
    "Donaudampfschifffahrtsgesellschaftskapitänsmütze",
    "Où est-ce que l'été s'en va, garçon ? Ça m'étonne, cœur.",
    "¿Dónde está mi cita? ¡Mañana por la mañana, señor!",
    "Não consigo lembrar do aniversário da minha irmã.",
    "Perché così tanto? È già lunedì.",
    "Zażółć gęślą jaźń", "Příliš žluťoučký kůň úpěl ďábelské ódy", "Árvíztűrő tükörfúrógép",
    "Hvað er að frétta? Þetta er ágætt.", "Pijamalı hasta yağız şoföre çabucak güvendi. İIıi",
    "Съешь же ещё этих мягких французских булок, да выпей чаю", "Жебракують філософи при ґанку церкви", "Ђурђевак и љубав",
    "Ξεσκεπάζω τὴν ψυχοφθόρα βδελυγμία", "Η γρήγορη καφέ αλεπού",
    "דג סקרן שט בים מאוכזב ולפתע מצא חברה", "שָׁלוֹם עֲלֵיכֶם",
    "نص حكيم له سر قاطع وذو شأن عظيم", "مَرْحَبًا بِكُم", "من فردا به دندانپزشک می‌روم", "میں کل ڈاکٹر کے پاس جاؤں گا",
    "मेरा जन्मदिन पाँच मई को है।", "আমার সোনার বাংলা, আমি তোমায় ভালোবাসি", "ਸਤ ਸ੍ਰੀ ਅਕਾਲ", "ગુજરાતી ભાષા", "தமிழ் மொழி அழகானது", "తెలుగు భాష", "ಕನ್ನಡ ನುಡಿ", "മലയാളം ഭാഷ", "සිංහල භාෂාව",
    "我明天下午三点去看牙医。", "臺灣的天氣真好！繁體字", "明日の午後三時に歯医者に行きます。カタカナとひらがな", "ｶﾀｶﾅ ＡＢＣ １２３", "내일 오후 세 시에 치과에 가요.", "ㅋㅋㅋ ㅠㅠ", "가각갂",
    "พรุ่งนี้ฉันจะไปหาหมอฟัน", "ພາສາລາວ", "ភាសាខ្មែរ", "မြန်မာဘာသာ", "བོད་སྐད།", "ქართული ენა", "Հայերեն լեզու", "አማርኛ ቋንቋ", "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ", "ᚠᛇᚻ᛫ᛒᛦᚦ", "𐎀𐎁𐎂", "𓀀𓁐𓂀", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𝟘𝟙𝟚",
    "Tiếng Việt: hôm nay trời đẹp quá", "Bahasa Indonesia: selamat pagi", "Kiswahili: habari za asubuhi", "ʻŌlelo Hawaiʻi", "ɪntəˈnæʃənəl fəˈnɛtɪk",
]

EMOJI = [
    "😀", "🎉🎉🎉", "thanks 👍🏽 see you 👋🏿", "👨‍👩‍👧‍👦 family", "🏳️‍🌈🏴‍☠️🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🇩🇪🇯🇵🇧🇷", "❤️ vs ❤ vs ♥", "1️⃣2️⃣#️⃣", "☕️ at 3pm ⏰", "¯\\_(ツ)_/¯", "(╯°□°)╯︵ ┻━┻", ":-) ;-P <3 ^_^",
]

WHITESPACE = [
    "", " ", "  ", "   ", "     ", " " * 15, " " * 16, " " * 17, " " * 33, " " * 100, "\n", "\n\n\n", "\t", "\t\tx", "\r\n", " \n ", "a b", " a", "a ", " a ", "a  b", "a   b    c     d", "   indented\n      more\n",
    "line one\nline two\n\nline four", "tab\tseparated\tvalues", "no\u00a0break\u202fspaces\u2003here\u3000end", "zero\u200bwidth\u200djoiner\u2060word\ufeff", "\u2028\u2029", "\u0085 next line", "form\ffeed\vtab",
]

CONTROL = [
    "\x00", "a\x00b", "\x01\x02\x03", "\x1b[31mred\x1b[0m", "\x7f", "\x80\x9f", "\ufffd", "\ufffe\uffff", "\U0010ffff", "\ue000 private \U000f0000", "\u202eright-to-left\u202c", "\u061c\u200e\u200f", "soft\u00adhyphen", "bell\x07",
]

COMBINING = [
    "e\u0301 vs \u00e9", "a\u0308o\u0308u\u0308", "n\u0303", "Z\u0351\u036b\u0343a\u0327\u0328l\u0334g\u0321o\u0489", "\u0301alone", "A\u030a \u00c5 \u212b", "\ufb01nd \ufb03 \u00df \u1e9e", "\u1100\u1161\u11a8", "x\ufe0f\ufe0e",
]

SPECIAL = [
    "<s>", "</s>", "<unk>", "hello <s> there</s>", "<s><s></s>", " <s> ", "<S> < s>", "<0x41> <0x0A>", "<0xFF>", "\u2581", "\u2581\u2581x\u2581", "a\u2581b \u2581c", "<unk>\u2581<unk> ", "</s", "<<s>>",
]

CODE = [
    "const x = (a, b) => a ?? b?.c;", "    def f(self):\n        return {'a': [1, 2]}\n", "SELECT * FROM turns WHERE id = '42';", "/usr/local/bin/node --version", "https://example.org/a/b?c=d&e=f#g", "C:\\Users\\me\\file.txt", "E_CONN_REFUSED ERR-1042 v2.10.3-rc.1",
    "3.14159 1,000,000 1e-9 0xDEADBEEF 50% $9.99 €20 ¥300 ½ ²", "2026-11-22T00:06:02.123Z", "camelCase snake_case kebab-case SCREAMING_CASE", "user@example.org", "a=b==c===d", "!!!???...,,,;;;", "\"'`´‘’“”«»„‚", "-–—―‐", "()[]{}<>", "|\\/~@#$%^&*_+", "{\"key\": \"value\", \"n\": null}", "```ts\nlet a = 1;\n```", "# Heading\n\n- item\n- [ ] task",
]

LONG = [
    "a" * 50, "a" * 1000, "ab" * 700, "word " * 300, "supercalifragilisticexpialidocious" * 20, "我" * 500, "明日の天気は" * 200, "9" * 400, "=" * 300, "-" * 77, "😀" * 60, "e\u0301" * 100, "thequickbrownfoxjumpsoverthelazydog" * 30, "\n" * 40, "x " * 64, "http://" + "a/" * 200,
]


def main() -> None:
    tokenizer = Tokenizer.from_file(sys.argv[1])
    texts = LANGUAGES + EMOJI + WHITESPACE + CONTROL + COMBINING + SPECIAL + CODE + LONG
    cases = [[text, tokenizer.encode(text, add_special_tokens=False).ids] for text in texts]
    lines = ",\n".join(json.dumps(case, ensure_ascii=True, separators=(",", ":")) for case in cases)
    print(f"[\n{lines}\n]")


main()
