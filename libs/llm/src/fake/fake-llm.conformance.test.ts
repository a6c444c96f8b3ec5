import { llmConformance } from "../conformance/llm-conformance.ts";
import { createFakeLlm, rawAnswer } from "./fake-llm.ts";

llmConformance("the fake model", {
  async start() {
    const llm = createFakeLlm();
    return {
      llm,
      answerWith: (answer) => llm.answerWith((request) => rawAnswer(answer({ system: request.system.map(({ text }) => text).join("\n\n"), messages: request.messages }))),
      stall: llm.stall,
      close: async () => undefined,
    };
  },
});
