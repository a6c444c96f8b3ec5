/** Whose memory a turn may touch, and what goes along. */
export interface Realm {
  /** Send as `user_id`. */
  userId: string;
  /** Send as `namespace`, reading and writing. */
  namespace: string;
  /** A chat of several people: a user of its own, which no private memory belongs to. */
  shared: boolean;
  /** Whether what is said comes from the owner. What others say never becomes a rule. */
  trusted: boolean;
  agentId?: string;
  /** Key of the workspace or its repository. */
  project?: string;
  sessionId?: string;
  sessionKey?: string;
  channel?: string;
  /** "telegram:123", when somebody is named. */
  speaker?: string;
  /** As the channel shows them. */
  speakerName?: string;
}
