/** One turn of the demo: who says what, and how long ago. */
export interface DemoTurn {
  role: "user" | "assistant";
  content: string;
  minutesAgo: number;
}

const DAY = 24 * 60;

/** Two short sessions in which plans change, as plans do. */
export const SESSIONS: readonly { session_id: string; when: string; turns: readonly DemoTurn[] }[] = [
  {
    session_id: "first",
    when: "four days ago",
    turns: [
      { role: "user", content: "My name is Ann, and I work as a nurse in Leiden.", minutesAgo: 4 * DAY },
      { role: "assistant", content: "Nice to meet you, Ann.", minutesAgo: 4 * DAY - 1 },
      { role: "user", content: "My tooth hurts. Get me in at the dentist, please; Tuesday at nine would be good.", minutesAgo: 4 * DAY - 2 },
      { role: "assistant", content: "Done: Tuesday at nine.", minutesAgo: 4 * DAY - 3 },
      { role: "user", content: "Please never plan anything before eight, I have night shifts.", minutesAgo: 4 * DAY - 4 },
    ],
  },
  {
    session_id: "second",
    when: "today",
    turns: [
      { role: "user", content: "The practice has called: my dentist appointment is moved from Tuesday to Friday at two.", minutesAgo: 90 },
      { role: "assistant", content: "Friday at two it is.", minutesAgo: 89 },
      { role: "user", content: "I prefer tea to coffee, so book the tea house for Sunday.", minutesAgo: 88 },
      { role: "assistant", content: "The tea house by the canal, Sunday at three.", minutesAgo: 87 },
      { role: "user", content: "The door there opens with password = Otter-4711-Lake.", minutesAgo: 86 },
    ],
  },
];

export const QUESTIONS: readonly string[] = ["When is my dentist appointment?", "What do I like to drink?", "What do you know about my work?"];
