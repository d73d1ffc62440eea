/** The hash FNV-1a of a text, 32 bits. It is fast, and no protection against people who look for a text with a given hash. */
export function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ letter.codePointAt(0)!, 0x01000193);
  return hash >>> 0;
}
