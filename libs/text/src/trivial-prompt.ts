/** Why a prompt needs no memory. */
export type TrivialPrompt = "trivial_prompt" | "heartbeat" | "slash_command" | "no_query";

const HEARTBEAT = /^\W*(?:heartbeat(?:_ok)?|no_reply)\W*$|^(?:heartbeat prompt: )?read heartbeat\.md\b|\bif nothing needs attention, reply (?:exactly )?heartbeat_ok[.]?(?:\s+current time: [^\n]*)?$/iu;
/** Also as groups write it, with the name of the bot: "/new@my_bot". */
const SLASH_COMMAND = /^\/[a-z][\w-]*(?:[:@][\w-]+)?(?:\s|$)/iu;

const ACKNOWLEDGEMENTS = new Set([
  ...["hi", "hello", "hey", "hiya", "yo", "howdy", "good morning", "good afternoon", "good evening", "good night", "bye", "goodbye", "see you"],
  ...["ok", "okay", "k", "kk", "sure", "yes", "yep", "yeah", "yup", "no", "nope", "nah", "fine", "great", "cool", "nice", "perfect", "awesome"],
  ...["good", "right", "alright", "all right", "got it", "i see", "understood", "sounds good", "makes sense", "will do", "done", "go on", "continue"],
  ...["go ahead", "please continue", "next", "thanks", "thank you", "thx", "ty", "thanks a lot", "many thanks", "cheers", "please", "lol", "haha", "wow"],
  ...["hi there", "hello there", "hey there", "thank you very much", "thank you so much", "thanks so much", "no problem", "no worries", "you re welcome", "good job", "well done", "ok then"],
  ...["好", "好的", "好吧", "嗯", "嗯嗯", "是", "是的", "对", "行", "可以", "收到", "谢谢", "多谢", "你好", "您好", "嗨", "早", "早上好", "晚安", "再见", "没问题", "明白", "知道了", "继续"],
  ...["好呀", "好啊", "好嘞", "好哒", "好滴", "好咧", "好喔", "好哦", "好耶", "好了", "好的好的", "行吧", "行的", "可以的", "对的", "对对", "没错", "不", "不是", "不用", "不用了", "嗯呢", "嗯哼", "哦", "哦哦", "噢", "喔", "啊", "哇"],
  ...["谢谢你", "谢谢您", "谢谢啦", "谢啦", "谢了", "感谢", "非常感谢", "太感谢了", "辛苦了", "辛苦啦", "不客气", "不用谢", "没事", "没事了", "没关系", "明白了", "懂了", "了解", "了解了", "清楚了", "知道", "晓得了"],
  ...["你好呀", "你好啊", "哈喽", "哈啰", "嘿", "喂", "在吗", "在么", "在不在", "大家好", "早安", "早啊", "上午好", "中午好", "下午好", "晚上好", "拜拜", "拜", "回见", "回头见", "明天见", "请继续", "继续吧", "太好了", "太棒了", "棒", "真棒", "赞", "厉害", "不错", "牛"],
  ...["謝謝", "謝謝你", "多謝", "感謝", "對", "對的", "沒問題", "沒事", "沒關係", "再見", "早安", "哈囉", "瞭解", "瞭解了", "繼續", "請繼續", "不客氣", "辛苦了", "讚"],
  ...["はい", "うん", "ありがとう", "ありがとうございます", "こんにちは", "おはよう", "了解", "わかりました", "네", "예", "안녕", "안녕하세요", "감사합니다", "고마워"],
  ...["ja", "nein", "danke", "hallo", "gut", "klar", "genau", "tschüss", "sí", "si", "gracias", "hola", "vale", "bueno", "oui", "non", "merci", "bonjour", "salut"],
]);
const LAUGHTER = /^(?:[哈呵嘿嘻]{2,}|(?:ha){2,}h?|(?:he){2,}|lo+l|[ㅋㅎ]{2,}|w{3,}|m+h+m+|hm+)$/u;
/** Longer than this, emoji not counted, somebody says more than that. */
const LONGEST_ACKNOWLEDGEMENT = 40;
/** Nobody writes so many emoji; what is longer is not looked at. */
const LONGEST_LOOKED_AT = 2_000;

/** Pictures with their colours, joiners and variants; digits in a frame; flags. Some of their parts count as letters or marks. */
const EMOJI = /[0-9#*]\u{FE0F}?\u{20E3}|\p{Extended_Pictographic}|\p{Emoji_Presentation}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u{200D}\u{FE0E}\u{FE0F}\u{20E3}\u{E0020}-\u{E007F}]/gu;
const BETWEEN_PARTS = /[^\p{L}\p{N}\p{M}\s]+/u;

/**
 * Why a prompt deserves no recall: it is empty, a heartbeat, a slash command, or only greetings, acknowledgements, laughter, emoji and
 * punctuation, in any order and number ("ok, thanks!!", "好的👌", "…", "👍🏽❤️"). Null: it deserves one.
 */
export function trivialPrompt(prompt: string): TrivialPrompt | null {
  const trimmed = prompt.trim();
  if (trimmed === "") return "no_query";
  if (HEARTBEAT.test(trimmed)) return "heartbeat";
  if (SLASH_COMMAND.test(trimmed)) return "slash_command";
  if (trimmed.length > LONGEST_LOOKED_AT) return null;
  const words = trimmed.replaceAll(EMOJI, " ").toLowerCase().trim();
  const parts = words.split(BETWEEN_PARTS).map((part) => part.trim().replaceAll(/\s+/gu, " ")).filter((part) => part !== "");
  if (parts.length === 0) return "trivial_prompt";
  if (parts.join(" ").length > LONGEST_ACKNOWLEDGEMENT) return null;
  // An apostrophe parts words that the list has as one ("you're welcome").
  return isAcknowledgement(parts.join(" ")) || parts.every(isAcknowledgement) ? "trivial_prompt" : null;
}

/** Whether a prompt deserves no recall; {@link trivialPrompt} says why. */
export function isTrivialPrompt(prompt: string): boolean {
  return trivialPrompt(prompt) !== null;
}

/** One of the list, or some of them in a row ("ok thanks"). */
function isAcknowledgement(part: string): boolean {
  return isListed(part) || part.split(" ").every(isListed);
}

const isListed = (words: string): boolean => ACKNOWLEDGEMENTS.has(words) || LAUGHTER.test(words);
