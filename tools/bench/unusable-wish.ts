/** What was asked for cannot be measured; the message says what to do. */
export class UnusableWish extends Error {}
