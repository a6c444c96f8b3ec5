/** Why a prompt needs no memory. */
export type SkipReason = "trivial_prompt" | "heartbeat" | "slash_command" | "no_query";

const HEARTBEAT = /^\W*(?:heartbeat(?:_ok)?|no_reply)\W*$|^read heartbeat\.md\b/iu;
const SLASH_COMMAND = /^\/[a-z][\w-]*(?:\s|$)/iu;
const ACKNOWLEDGEMENTS = new Set([
  ...["hi", "hello", "hey", "hiya", "yo", "howdy", "good morning", "good afternoon", "good evening", "good night", "bye", "goodbye", "see you"],
  ...["ok", "okay", "k", "kk", "sure", "yes", "yep", "yeah", "yup", "no", "nope", "nah", "fine", "great", "cool", "nice", "perfect", "awesome"],
  ...["good", "right", "alright", "all right", "got it", "i see", "understood", "sounds good", "makes sense", "will do", "done", "go on", "continue"],
  ...["go ahead", "please continue", "next", "thanks", "thank you", "thx", "ty", "thanks a lot", "many thanks", "cheers", "please", "lol", "haha", "wow"],
  ...["好", "好的", "好吧", "嗯", "嗯嗯", "是", "是的", "对", "行", "可以", "收到", "谢谢", "多谢", "你好", "您好", "嗨", "早", "早上好", "晚安", "再见", "没问题", "明白", "知道了", "继续"],
  ...["はい", "うん", "ありがとう", "ありがとうございます", "こんにちは", "おはよう", "了解", "わかりました", "네", "예", "안녕", "안녕하세요", "감사합니다", "고마워"],
  ...["ja", "nein", "danke", "hallo", "gut", "klar", "genau", "tschüss", "sí", "si", "gracias", "hola", "vale", "bueno", "oui", "non", "merci", "bonjour", "salut"],
]);
const LONGEST_ACKNOWLEDGEMENT = 40;

/**
 * Stage 2: greetings, acknowledgements, emoji, punctuation, heartbeats and slash commands skip recall, each with its reason. Robust to
 * trailing emoji and punctuation ("好的👌", "ok!!", "hi~"). Null: the prompt deserves a recall.
 */
export function gatePrompt(query: string): SkipReason | null {
  const trimmed = query.trim();
  if (trimmed === "") return "no_query";
  if (HEARTBEAT.test(trimmed)) return "heartbeat";
  if (SLASH_COMMAND.test(trimmed)) return "slash_command";
  if (trimmed.length > LONGEST_ACKNOWLEDGEMENT) return null;
  const words = trimmed.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, " ").trim();
  return words === "" || ACKNOWLEDGEMENTS.has(words) ? "trivial_prompt" : null;
}
