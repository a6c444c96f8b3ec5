declare module "wink-porter2-stemmer" {
  /** Snowball English (Porter 2) of one lower-case word. */
  export default function stem(word: string): string;
}
