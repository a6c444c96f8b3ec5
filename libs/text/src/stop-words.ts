import { fold } from "./fold.ts";

/** Short lists of words that a question is made of and an answer is not. Written by hand; folded when loaded. */
const ENGLISH = `
  a an the this that these those and or but nor so if then than as at by for from in into of off on onto out over to up with
  without about between during before after above below under again against until while because through
  i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers herself it its
  itself they them their theirs themselves one someone something anyone anything
  am is are was were be been being have has had having do does did doing done can could may might must shall should will would
  not no yes what which who whom whose when where why how
  there here just also too very only own same such both each few more most other some any all ever
  tell say please give let know did`;

const BY_LANGUAGE: Readonly<Record<string, string>> = {
  en: ENGLISH,
  de: `der die das den dem des ein eine einen einem einer eines und oder aber wenn dass daß als wie wo wann warum was wer wen wem
    wessen welche welcher welches ich mich mir mein meine du dich dir dein deine er ihn ihm sein seine sie ihr ihre es wir uns unser
    unsere euch euer ist sind war waren bin bist sein gewesen wird werden wurde hat haben habe hatte hatten kann können konnte soll
    muss nicht kein keine zu in im an am auf aus bei mit nach von vom vor für über um durch auch noch nur so`,
  es: `el la los las un una unos unas y o u pero si que qué cual cuál quien quién cuando cuándo donde dónde como cómo cuanto cuánto
    por para porque yo me mi mis tú tu tus te él ella su sus se lo le les nos nosotros nuestro es son fue era eran ser está están
    estaba ha han había haber hay de del a al en con sin sobre no ya muy más también`,
  fr: `le la les un une des du de et ou mais si que quoi qui quand où comment pourquoi quel quelle quels quelles est ce cette ces je me
    moi mon ma mes tu te toi ton ta tes il elle on se son sa ses nous notre nos vous votre vos ils elles leur leurs lui y en est sont
    était étaient être été suis es ai as a ont avait avoir à au aux dans par pour sur avec sans ne pas plus aussi`,
  it: `il lo la i gli le un uno una e o ma se che chi quando dove come perché quale quali cosa io mi mio mia tu ti tuo tua lui lei si suo
    sua noi ci nostro voi vi loro è sono era erano essere ho hai ha hanno aveva avere di a da in con su per tra fra del della dei
    delle al alla nel nella non più anche`,
  pt: `o a os as um uma uns umas e ou mas se que quem quando onde como porque qual quais eu me meu minha tu te teu tua você ele ela seu
    sua nós nosso vos eles elas é são foi era eram ser está estão estava tem tinha ter há de do da dos das em no na nos nas com sem por
    para não mais também`,
  nl: `de het een en of maar als dat die dit deze wat wie wanneer waar waarom hoe welke ik me mij mijn jij je jou jouw u uw hij hem zijn
    zij ze haar wij we ons onze jullie hun is was waren ben bent zijn wordt werd heeft hebben had kan kon niet geen te in op aan van
    voor met bij naar uit over door om ook nog`,
};

/** Of scripts that cannot be taken for English words: added whatever the language. */
const OTHER_SCRIPTS = `
  и или но а если что кто когда где как почему какой какая какие я мне меня мой моя ты тебя твой он его она её их мы нас вы вас они это
  был была было были быть есть не в на с со к по из за о об у от до для же ли бы
  من في على إلى عن ما ماذا متى أين كيف لماذا هل هو هي هم أنا أنت نحن هذا هذه كان كانت لا و أو
  的 了 是 我 你 他 她 它 们 我们 你们 他们 在 有 和 与 吗 呢 吧 什么 怎么 哪里 哪儿 谁 什么时候 么时 时候 为什么 为什 多少
  です ます でし した まし たか すか ませ せん から まで って いつ どこ だれ なに 何 どう どの なぜ という
  언제 어디 누가 무엇 어떻게 왜 나는 저는
  คือ ที่ และ หรือ ของ ใน เป็น อะไร เมื่อไหร่ เมื่อไร ที่ไหน ทำไม อย่างไร ใคร ฉัน ผม`;

function wordSet(...lists: readonly string[]): ReadonlySet<string> {
  return new Set(lists.flatMap((list) => list.trim().split(/\s+/u).map(fold)));
}

const otherScripts = wordSet(OTHER_SCRIPTS);
const loaded = new Map<string, ReadonlySet<string>>();

/** Folded stop words for questions in the language (ISO 639-1); a language without a list of its own gets the English one. */
export function stopWords(language: string): ReadonlySet<string> {
  const key = Object.hasOwn(BY_LANGUAGE, language) ? language : "en";
  const known = loaded.get(key);
  if (known !== undefined) return known;
  const words = new Set([...wordSet(BY_LANGUAGE[key] ?? ENGLISH), ...otherScripts]);
  loaded.set(key, words);
  return words;
}
