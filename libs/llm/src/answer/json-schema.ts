import { z } from "zod";

export interface AnswerFormat {
  /** JSON schema of what the model is to write: what goes into the zod schema, without its transformations. */
  schema: Record<string, unknown>;
  /** Every property of every object is required, as strict modes of servers ask for. */
  strict: boolean;
}

const formats = new WeakMap<z.ZodType, AnswerFormat>();

/** The JSON schema of an answer, closed against properties that nobody asked for. Made once for each schema. */
export function answerFormat(schema: z.ZodType): AnswerFormat {
  const known = formats.get(schema);
  if (known !== undefined) return known;
  let strict = true;
  const { $schema: _, ...made } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override({ jsonSchema }) {
      if (jsonSchema.type !== "object" || jsonSchema.properties === undefined) return;
      jsonSchema.additionalProperties = false;
      strict &&= Object.keys(jsonSchema.properties).every((name) => jsonSchema.required?.includes(name));
    },
  });
  const format = { schema: made, strict };
  formats.set(schema, format);
  return format;
}
