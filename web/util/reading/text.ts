import { fileKind, type FileKind } from './fileKind.ts';
import { zipEntries, type ZipEntry } from './zip.ts';

/** The text of a file, or why it has none; the namespace `admin` says the codes. */
export type ReadText =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** Words with letters whose code page was guessed. A person confirms them before anything is stored. */
      readonly guessed: readonly string[];
    }
  | { readonly kind: 'refused'; readonly code: FileRefusal };

export type FileRefusal =
  | Exclude<FileKind, 'text' | 'zip'>
  | 'no_text'
  | 'damaged'
  | 'file_too_large'
  | 'unreadable';

/** A chat of many years has half of it. The reader of chats takes a second for so much, in which the page stands still. */
export const maxTextBytes = 16 * 1024 * 1024;

/** The upper half of the code page in which Excel saves “CSV (MS-DOS)”; `TextDecoder` does not know it. */
const dosLetters =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´­±‗¾¶§÷¸°¨·¹³²■ ';

const spanishLetters = /[áéíóúüñÁÉÍÓÚÜÑ°ºª¿¡]/g;

function decodeDos(bytes: Uint8Array): string {
  const codes = Uint16Array.from(bytes, (byte) => (byte < 0x80 ? byte : dosLetters.charCodeAt(byte - 0x80)));
  return new TextDecoder('utf-16le').decode(codes);
}

const codePages: readonly ((bytes: Uint8Array) => string)[] = [
  (bytes) => new TextDecoder('windows-1252').decode(bytes),
  (bytes) => new TextDecoder('macintosh').decode(bytes),
  decodeDos,
];

/** More letters than tell the code page. */
const judgedBytes = 100_000;

/** Reads bytes in the code page that gives the most letters of Spanish: of Windows, of a Mac or of MS-DOS. */
function guess(bytes: Uint8Array): string {
  const beyondAscii = bytes.filter((byte) => byte >= 0x80).subarray(0, judgedBytes);
  const lettersOf = (decode: (bytes: Uint8Array) => string) =>
    decode(beyondAscii).match(spanishLetters)?.length ?? 0;
  const best = codePages.reduce((most, each) => (lettersOf(each) > lettersOf(most) ? each : most));
  return best(bytes);
}

const guessedShown = 6;
/** Places that are looked at for them, and characters of a word on each side: a file may be one word, or the same one. */
const [guessedPlaces, guessedCharacters] = [1000, 20];

/** Some of the words with letters beyond ASCII. */
function wordsBeyondAscii(text: string): readonly string[] {
  const words = new Set<string>();
  const letter = /[^\0-\x7f]/g;
  for (let place = 0; place < guessedPlaces && words.size < guessedShown; place++) {
    const at = letter.exec(text)?.index;
    if (at === undefined) break;
    const [before = ''] = /[^\s;,"]*$/.exec(text.slice(Math.max(0, at - guessedCharacters), at)) ?? [];
    const [after = ''] = /^[^\s;,"]*/.exec(text.slice(at, at + guessedCharacters)) ?? [];
    if (after !== '') words.add(before + after);
    letter.lastIndex = at + Math.max(1, after.length);
  }
  return [...words];
}

/** UTF-16 by its mark, or by the zeros beside Latin letters. */
function wideEncoding([first, second, third, fourth]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0 && third !== 0 && fourth === 0))
    return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && third === 0 && fourth !== 0))
    return 'utf-16be';
  return undefined;
}

/** The text of bytes in UTF-8, UTF-16, or the code page of an office. */
export function decodeText(bytes: Uint8Array<ArrayBuffer>): ReadText {
  const wide = wideEncoding(bytes);
  const asRead = (text: string, guessed: readonly string[] = []): ReadText =>
    text.includes('\0') ? { kind: 'refused', code: 'no_text' } : { kind: 'text', text, guessed };
  if (wide) return asRead(new TextDecoder(wide).decode(bytes));
  try {
    return asRead(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    const text = guess(bytes);
    return asRead(text, wordsBeyondAscii(text));
  }
}

const textName = /\.(?:txt|csv|tsv)$/i;

/** The one text of an archive: the largest, which is the chat beside the notes of a Mac. */
async function readArchive(file: Blob): Promise<ReadText> {
  const entries = await zipEntries(file);
  if (entries.length === 0) return { kind: 'refused', code: 'damaged' };
  if (entries.some(({ name }) => /^xl\/|^content\.xml$|^Index\//.test(name)))
    return { kind: 'refused', code: 'workbook' };
  const texts = entries.filter(({ name }) => textName.test(name) && !name.startsWith('__MACOSX/'));
  const largest = texts.reduce<ZipEntry | undefined>(
    (best, entry) => (best && best.sizeBytes >= entry.sizeBytes ? best : entry),
    undefined,
  );
  if (!largest) return { kind: 'refused', code: 'no_text' };
  if (largest.sizeBytes > maxTextBytes) return { kind: 'refused', code: 'file_too_large' };
  const bytes = await largest.open(maxTextBytes);
  return bytes ? decodeText(bytes) : { kind: 'refused', code: 'file_too_large' };
}

/** As `readText`. @throws DOMException when the browser cannot read the file any more */
async function readFile(file: Blob): Promise<ReadText> {
  const kind = await fileKind(file);
  if (kind === 'zip') {
    try {
      return await readArchive(file);
    } catch (error) {
      if (error instanceof TypeError || error instanceof RangeError)
        return { kind: 'refused', code: 'damaged' };
      throw error;
    }
  }
  if (kind !== 'text') return { kind: 'refused', code: kind };
  if (file.size > maxTextBytes) return { kind: 'refused', code: 'file_too_large' };
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}

/** Reads the text of a file that somebody chose, also of the only one in a ZIP archive. */
export async function readText(file: Blob): Promise<ReadText> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof DOMException) return { kind: 'refused', code: 'unreadable' };
    throw error;
  }
}
