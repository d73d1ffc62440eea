/** The shortest beginning that is worth cutting at the end of a sentence; below it, words are cut. */
const shortest = 50;

/**
 * The beginning of a text: whole sentences where they fit, else whole words and an ellipsis.
 * @param most the longest result, in characters
 */
export function excerpt(text: string, most: number): string {
  if (text.length <= most) return text;
  const beginning = text.slice(0, most);
  const sentences = /^.*[.!?](?=\s)/s.exec(text.slice(0, most + 1))?.[0] ?? '';
  if (sentences.length >= shortest) return sentences;
  const words = beginning.slice(0, beginning.lastIndexOf(' '));
  return `${words.replace(/[\s,;:.–-]+$/, '')}…`;
}

/** A device shows this much of a place or a tour until the passenger asks for more. */
export const maxDescriptionChars = 120;

export function shorten(description: string): string {
  return excerpt(description, maxDescriptionChars);
}
