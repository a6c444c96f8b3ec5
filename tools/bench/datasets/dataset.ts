/** One message of a conversation, as it goes in through `/ingest`. */
export interface BenchTurn {
  id: string;
  session: string;
  speaker: string;
  role: "user" | "assistant";
  text: string;
  /** The text without the caption of its image, where it has one. */
  captionless?: string;
  /** Epoch milliseconds; null when the data set does not say. */
  at: number | null;
}

export interface BenchQuestion {
  id: string;
  text: string;
  category: string;
  /** Ids of the turns that hold the answer. */
  gold: string[];
  /** Part of the data set's headline figure. */
  headline: boolean;
}

/** One conversation is one realm. */
export interface BenchConversation {
  id: string;
  turns: BenchTurn[];
  questions: BenchQuestion[];
}

export interface Dataset {
  name: string;
  conversations: BenchConversation[];
}
