/** True when the text holds a lone surrogate or a NUL: it could not be stored and read back as it was. */
export function hasInvalidUnicode(text: string): boolean {
  return text.includes("\0") || !text.isWellFormed();
}
