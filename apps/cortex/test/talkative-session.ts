/** How a caller tells its history: ids and a window of it each time, or neither and all of it. */
export type Habit = "window with ids" | "whole history";

export interface Message {
  role: "user" | "assistant";
  content: string;
  id?: string;
  name?: string;
}

/** A session whose caller never stops to talk, repeats itself, and sends a request again until it is acknowledged. */
export interface TalkativeSession {
  userId: string;
  sessionId: string;
  /** Messages of acknowledged requests, in order. */
  acknowledged: Message[];
  /** Statements that have to become one memory each. */
  statements: string[];
  /** Who says {@link moved}: a person of this session only. */
  mover: string;
  /** Talks until the signal; a request that was not answered is sent again by the next call, against the next service. */
  talk(url: string, signal: AbortSignal): Promise<void>;
}

const WINDOW = 5;
/** A whole history that grows without end would make the load quadratic. */
const LONGEST_HISTORY = 150;
const REPEATED = ["ok", "thanks", "what is next on my list for today?"];

/** Each takes the place of the one before. */
export const moved = (number: number): string => `I moved to Ort${number}.`;

export function talkativeSession({ userId, sessionId, habit }: { userId: string; sessionId: string; habit: Habit }): TalkativeSession {
  const said: Message[] = [];
  const mover = sessionId.replace(/^\w|-\w/g, (start) => start.slice(-1).toUpperCase());
  const session: TalkativeSession = { userId, sessionId, acknowledged: [], statements: [], mover, talk };
  return session;

  async function talk(url: string, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (said.length === session.acknowledged.length) {
        if (habit === "whole history" && said.length >= LONGEST_HISTORY) return;
        for (let turn = 0; turn < 2; turn += 1) said.push(next());
      }
      const messages = habit === "whole history" ? said : said.slice(-WINDOW);
      try {
        const answer = await fetch(`${url}/ingest`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ user_id: userId, session_id: sessionId, messages }),
          signal,
        });
        await answer.json();
        if (answer.status === 202) session.acknowledged = [...said];
      } catch {
        return;
      }
    }
  }

  function next(): Message {
    const number = said.length;
    const id = habit === "window with ids" ? { id: `m${number}` } : {};
    if (number % 2 === 1) return { role: "assistant", content: REPEATED[number % REPEATED.length]!, ...id };
    if (number % 6 === 4) return { role: "user", name: mover, content: moved(number), ...id };
    if (number % 6 !== 0) return { role: "user", content: REPEATED[(number >> 1) % REPEATED.length]!, ...id };
    const statement = `I always take train number ${number} of ${sessionId} to work`;
    session.statements.push(statement);
    return { role: "user", content: `${statement}.`, ...id };
  }
}
