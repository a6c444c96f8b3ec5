import type { ContentPart, IgnoredReason, IngestMessage } from "@memory-cortex/models";

const SPOKEN = new Set(["text", "input_text", "output_text"]);
/** What an image shows, as its part says it: people do ask for that later. */
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
    if (SPOKEN.has(type)) texts.push(part.text ?? "");
    else if (CAPTIONED.has(type)) texts.push(captionOf(part));
    else if (CALLS.has(type)) instead = "tool_call";
    else if (OUTPUTS.has(type) && instead === "empty") instead = "tool_output";
  }
  return { text: texts.filter((text) => text !== "").join("\n"), instead };
}

/** The first of its texts that holds anything. */
const captionOf = ({ text, caption, alt, description }: ContentPart): string => [text, caption, alt, description].find((one) => one !== undefined && one.trim() !== "") ?? "";
