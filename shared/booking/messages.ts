import { withoutMarks } from './withoutMarks.ts';

/** One message of a chat. */
export interface ChatMessage {
  /** The name or number that an export of the chat writes before the message; null for a text that was copied alone. */
  readonly sender: string | null;
  readonly text: string;
}

/** A link that opens a chat with a message. */
const chatLink = /(?:https?:\/\/)?(?:wa\.me|(?:api|web)\.whatsapp\.com)\/\S{0,200}?[?&]text=([^\s&]*)\S*/gi;

/** The longest remainder of a character that percent-encoding leaves at a cut: `%F0%9F%98` and two signs of the next. */
const maxCutCharacters = 11;

/**
 * Decodes a text that may have been cut at its end, in the middle of a character too. The page to which WhatsApp leads from a
 * link has a plus for each space.
 */
function decodeCut(written: string): string {
  const encoded = written.replaceAll('+', '%20');
  for (let cut = 0; cut <= maxCutCharacters; cut++) {
    try {
      return decodeURIComponent(encoded.slice(0, Math.max(0, encoded.length - cut)));
    } catch {
      // The next attempt is one character shorter.
    }
  }
  return encoded;
}

const digit = String.raw`\p{Nd}`;
/** Up to three short words: `à`, `um`, `a las`, `kl.`; `a. m.`, `da tarde`, `下午`, `م`. */
const words = String.raw`(?: ?[\p{L}\p{M}.]{1,10}){0,3}`;
const month = String.raw`(?:${digit}{1,2}|\p{L}{3,10}\.?)`;
const day = String.raw`${digit}{1,4}(?: ?[./年년-] ?| )${month}(?: ?[./月월-] ?| )${digit}{1,4}[.日일]?`;
const clock = String.raw`${digit}{1,2} ?[:.h] ?${digit}{2}(?:(?:[:.]| min ?)${digit}{2})?`;
const dayAndClock = String.raw`${day}${words}[,،]?${words} ?${clock}${words}`;
const clockAndDay = String.raw`${clock}${words},? ${day}`;
/**
 * The beginning of a message in an export or a copied selection, in the formats of iOS (`[26-11-26, 10:03:12] Ana: `), Android
 * (`26/11/26, 10:03 a. m. - Ana: `) and the web (`[10:03, 26/11/2026] Ana: `). WhatsApp writes day and clock as the
 * telephone's language does.
 */
const header = new RegExp(
  String.raw`^(?:\[(?:${dayAndClock}|${clockAndDay})\]|(?:${dayAndClock}|${clockAndDay}) -) (?:([^:\n]{1,80}): )?`,
  'gimu',
);

/** The messages of a text that was pasted from WhatsApp. A text without the headers of an export is one message. */
export function chatMessages(pasted: string): readonly ChatMessage[] {
  const decoded = pasted.replace(chatLink, (_, encoded: string) => `\n${decodeCut(encoded)}\n`);
  const text = withoutMarks(decoded).replace(/^(?: ?> ?)+/gm, '');
  const headers = [...text.matchAll(header)];
  const first = { sender: null, text: text.slice(0, headers[0]?.index) };
  const others = headers.map((found, index) => ({
    sender: found[1]?.trim() ?? null,
    text: text.slice(found.index + found[0].length, headers[index + 1]?.index),
  }));
  return [first, ...others].filter((message) => message.text.trim() !== '');
}
