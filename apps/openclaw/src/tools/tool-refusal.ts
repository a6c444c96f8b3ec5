/** What a tool will not or cannot do, in words for the model; no trouble of the service. */
export class ToolRefusal extends Error {
  readonly code: string;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(code: string, sentence: string, facts: Readonly<Record<string, unknown>> = {}) {
    super(sentence);
    this.name = "ToolRefusal";
    this.code = code;
    this.facts = facts;
  }
}
