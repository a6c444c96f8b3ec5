import type { EmbedMessage } from "../thread-messages.ts";

interface Call {
  message: EmbedMessage;
  vectors: (Float32Array | null)[];
}

/** What is to do, text by text: urgent calls first, others in the order in which they came. Pure but for its own state. */
export class WorkList {
  readonly #urgent: Call[] = [];
  readonly #patient: Call[] = [];

  add(message: EmbedMessage): void {
    (message.urgent ? this.#urgent : this.#patient).push({ message, vectors: [] });
  }

  /** Forgets a call that nobody waits for. */
  cancel(id: number): void {
    for (const calls of [this.#urgent, this.#patient]) {
      const at = calls.findIndex(({ message }) => message.id === id);
      if (at >= 0) calls.splice(at, 1);
    }
  }

  /** The next text, and where its vector goes. Null when there is nothing to do. */
  next(): { id: number; text: string } | null {
    const call = this.#urgent[0] ?? this.#patient[0];
    if (call === undefined) return null;
    return { id: call.message.id, text: call.message.texts[call.vectors.length]! };
  }

  /** Takes the vector of the text that {@link next} gave. When the call is whole with it, the call's vectors; else null. */
  put(id: number, vector: Float32Array | null): (Float32Array | null)[] | null {
    for (const calls of [this.#urgent, this.#patient]) {
      const call = calls.find(({ message }) => message.id === id);
      if (call === undefined) continue;
      call.vectors.push(vector);
      if (call.vectors.length < call.message.texts.length) return null;
      this.cancel(id);
      return call.vectors;
    }
    return null;
  }
}
