/** Characters that nobody sees: soft hyphens, joiners, marks of direction, which exports of chats put around numbers. */
const invisible = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g;

/**
 * A text as it was before WhatsApp or a keyboard changed it: without the marks of bold, italic and code, with plain quotes,
 * hyphens and spaces. Line breaks stay.
 */
export function withoutMarks(text: string): string {
  return text
    .normalize('NFC')
    .replace(invisible, '')
    .replace(/[*_~`]/g, '')
    .replace(/[\u2018\u2019\u201a\u201b\u2032\u00b4]/g, "'")
    .replace(/[\u201c-\u201f\u2033\u00ab\u00bb]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/\u2026/g, '...')
    .replace(/\r\n?|[\u2028\u2029\u0085\v\f]/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .normalize('NFC');
}

/** The beginning of a text, without half of a character at its end. */
function beginningOf(text: string, maxCharacters: number): string {
  return text.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, '');
}

/** A field of a booking in one line that holds nothing by which the message is read: no colon, no code. */
export function fieldText(text: string, maxCharacters = text.length): string {
  const line = withoutMarks(text)
    .replace(/[\n:]+/g, ' ')
    .replace(/#(?=\s*AT)/gi, '')
    .replace(/[\p{Cc}\p{Cs}]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return beginningOf(line, maxCharacters).trim();
}
