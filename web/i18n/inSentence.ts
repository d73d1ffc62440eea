/** A label as it stands within a sentence: “Otra frase corta” as “otra frase corta”. Abbreviations keep their capitals. */
export function inSentence(label: string): string {
  return label.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}
