import type { BenchConversation, Dataset } from "./dataset.ts";

interface BeamDocument {
  id: string;
  session: number;
  date: string | null;
  speaker: string;
  text: string;
}

interface BeamConversation {
  id: string;
  docs: BeamDocument[];
  questions: { qid: string; question: string; category: string; gold: string[] }[];
}

const MINUTE = 60_000;
const HEADLINE = /contradiction|information_extraction|knowledge_update|multi_session|temporal/u;

/** BEAM user–assistant chats, reduced to documents and gold turns. Headline: the five kinds with evidence turns. */
export function readBeam(json: unknown): Dataset {
  return { name: "BEAM", conversations: (json as { convs: BeamConversation[] }).convs.map(readConversation) };
}

function readConversation(conversation: BeamConversation): BenchConversation {
  const known = new Set(conversation.docs.map((document) => document.id));
  const starts = new Map<number, number>();
  const turns = conversation.docs.map((document, index) => {
    const start = starts.get(document.session) ?? index;
    starts.set(document.session, start);
    const time = Date.parse(`${(document.date ?? "").replaceAll("-", " ")} UTC`);
    return {
      id: document.id,
      session: `session_${document.session}`,
      speaker: document.speaker,
      role: document.speaker === "assistant" ? ("assistant" as const) : ("user" as const),
      text: document.text,
      at: Number.isNaN(time) ? null : time + (index - start) * MINUTE,
    };
  });
  const questions = conversation.questions.map((question) => ({
    id: question.qid,
    text: question.question,
    category: question.category,
    gold: [...new Set(question.gold)].filter((id) => known.has(id)),
    headline: HEADLINE.test(question.category),
  }));
  return { id: conversation.id, turns, questions: questions.filter((question) => question.gold.length > 0) };
}
