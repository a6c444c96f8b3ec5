/** Why something that a model proposed, or that was said, does not become a memory. */
export const REFUSAL_REASONS = {
  malformed: "it is not a memory in the form that was asked for",
  too_short: "it says too little",
  too_long: "it is longer than one sentence",
  too_many: "more was proposed than such a window can hold",
  unsure: "the model is not sure of it",
  cites_nothing: "it names no turn that it rests on",
  only_context: "it rests on earlier turns only, which were captured before",
  not_said_by_a_person: "no person said it: the words of an assistant or a tool are not the user's facts",
  quoted: "it rests on quoted, pasted or tool text only",
  says_more: "most of its words do not occur in the turns that it names",
  number: "a number in it does not occur in the turns that it names",
  date: "a date in it does not follow from the turns that it names",
  name: "a name in it does not occur in the turns that it names",
  negation: "it denies what its turns affirm, or affirms what they deny",
  secret: "it holds something secret",
  no_statement: "it states nothing: a question, a quotation, a list, code, or too short",
  supposed: "it is supposed, wished or asked for",
  no_rule: "no rule takes it for worth remembering",
} as const;

export type RefusalReason = keyof typeof REFUSAL_REASONS;

/** Something proposed or said that is not remembered, and why. */
export interface Refused {
  text: string;
  reason: RefusalReason;
}
