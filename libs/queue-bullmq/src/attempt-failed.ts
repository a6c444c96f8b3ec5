/** How a worker tells BullMQ that an attempt failed: it keeps the message, which is the code. Never leaves this package. */
export class AttemptFailed extends Error {
  constructor(code: string) {
    super(code);
    this.name = "AttemptFailed";
  }
}
