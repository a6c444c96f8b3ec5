const CALL_BEFORE = /(?:^|[.!?\n]\s*|\b)(?:hey|hi|hello|thanks|thank you|thx|wow|bye|ok|okay|yes|yeah|yep|no|sure|well|oh|sorry|congrats|congratulations|dear|so true|haha|good (?:morning|evening|night)|great|nice|awesome|cool|right)[,!]?\s(?:so much,?\s|again,?\s|a lot,?\s)?$/iu;
const COMMA_BEFORE = /,\s$/u;
const PAUSE_AFTER = /^(?:[,!?.…]|\s?[-–—]\s|\s*\p{Extended_Pictographic}|\s*$)/u;
const START_BEFORE = /(?:^|[.!?…\n]["”']?\s*|\p{Extended_Pictographic}\s*)$/u;
const END_AFTER = /^\s*(?:[!?.…]|\p{Extended_Pictographic}|$)/u;
const AROUND = 24;

/**
 * Whether a name is only called out ("Hey Ann!", "Thanks, Ann.", "Ann, how are you?"): the one who is spoken to is not what the message is
 * about, and in a chat it would tie half of all messages to each name.
 */
export function isAddressed(text: string, { index, end }: { index: number; end: number }): boolean {
  const before = text.slice(Math.max(0, index - AROUND), index);
  const after = text.slice(end, end + AROUND);
  if (!PAUSE_AFTER.test(after)) return false;
  if (CALL_BEFORE.test(before)) return true;
  if (COMMA_BEFORE.test(before)) return END_AFTER.test(after);
  return START_BEFORE.test(before) && /^[,!?]/u.test(after);
}
