import type { IgnoredReason, IngestMessage } from "@memory-cortex/models";

const SPOKEN = new Set(["text", "input_text", "output_text"]);
/** The text field of an image part is its caption, which people do ask for later. */
const CAPTIONED = new Set(["image", "image_url", "input_image"]);
const CALLS = new Set(["tool_use", "tool_call", "toolcall", "function_call", "server_tool_use"]);
const OUTPUTS = new Set(["tool_result", "tool_output", "toolresult", "function_call_output", "web_search_tool_result"]);

export interface FlatContent {
  text: string;
  /** Why the message is left out if the text is blank. */
  instead: IgnoredReason;
}

/** The spoken text of a message: text parts joined by newlines. Tool calls, tool output, thinking and bare images fall away. */
export function flattenContent(content: IngestMessage["content"]): FlatContent {
  if (typeof content === "string") return { text: content, instead: "empty" };
  const texts: string[] = [];
  let instead: IgnoredReason = "empty";
  for (const part of content ?? []) {
    const type = part.type.toLowerCase();
    if (SPOKEN.has(type) || CAPTIONED.has(type)) {
      if (part.text) texts.push(part.text);
    } else if (CALLS.has(type)) instead = "tool_call";
    else if (OUTPUTS.has(type) && instead === "empty") instead = "tool_output";
  }
  return { text: texts.join("\n"), instead };
}
