/** One turn of the demo: who says what, and when. */
export interface DemoTurn {
  role: "user" | "assistant";
  content: string;
  timestamp: string;
}

/** Two short sessions in which plans change, as plans do. */
export const SESSIONS: readonly { session_id: string; messages: readonly DemoTurn[] }[] = [
  {
    session_id: "monday",
    messages: [
      { role: "user", content: "My name is Ann, and I work as a nurse in Leiden.", timestamp: "2025-11-10T08:00:00Z" },
      { role: "assistant", content: "Nice to meet you, Ann.", timestamp: "2025-11-10T08:00:10Z" },
      { role: "user", content: "I have a dentist appointment on Tuesday at nine.", timestamp: "2025-11-10T08:01:00Z" },
      { role: "assistant", content: "Noted. Shall I block the morning?", timestamp: "2025-11-10T08:01:15Z" },
      { role: "user", content: "Yes. And please never put anything before eight, I have night shifts.", timestamp: "2025-11-10T08:02:00Z" },
    ],
  },
  {
    session_id: "wednesday",
    messages: [
      { role: "user", content: "The practice has called: my dentist appointment is moved from Tuesday to Friday at two.", timestamp: "2025-11-12T15:40:00Z" },
      { role: "assistant", content: "Friday at two it is.", timestamp: "2025-11-12T15:40:12Z" },
      { role: "user", content: "I prefer tea to coffee, by the way, so book the tea house for Sunday.", timestamp: "2025-11-12T15:42:00Z" },
      { role: "assistant", content: "The tea house by the canal, Sunday at three.", timestamp: "2025-11-12T15:42:20Z" },
      { role: "user", content: "My door code is password = Otter-4711-Lake, do not lose it.", timestamp: "2025-11-12T15:43:00Z" },
    ],
  },
];

export const QUESTIONS: readonly string[] = ["When is my dentist appointment?", "What do I like to drink?", "What do you know about my work?"];
