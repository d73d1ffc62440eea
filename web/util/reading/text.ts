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

export type FileRefusal = Exclude<FileKind, 'text' | 'zip'> | 'no_text' | 'damaged' | 'file_too_large';

/** A chat of many years has a tenth of it. */
const maxTextBytes = 64 * 1024 * 1024;

/** The upper half of the code page in which Excel saves “CSV (MS-DOS)”; `TextDecoder` does not know it. */
const dosLetters =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´­±‗¾¶§÷¸°¨·¹³²■ ';

const spanishLetters = /[áéíóúüñÁÉÍÓÚÜÑ°ºª¿¡]/g;

/** Reads bytes in the code page that gives the most letters of Spanish: of Windows, of a Mac or of MS-DOS. */
function guess(bytes: Uint8Array<ArrayBuffer>): string {
  const read = ['windows-1252', 'macintosh'].map((label) => new TextDecoder(label).decode(bytes));
  const asDos = new TextDecoder('windows-1252')
    .decode(bytes.map((byte) => Math.min(byte, 0x7f)))
    .replace(/\x7f/g, (sign, at: number) => dosLetters[(bytes[at] ?? 0) - 0x80] ?? sign);
  const lettersOf = (text: string) => text.match(spanishLetters)?.length ?? 0;
  return [...read, asDos].reduce((best, text) => (lettersOf(text) > lettersOf(best) ? text : best));
}

/** UTF-16 by its mark, or by the zeros beside Latin letters. */
function wideEncoding([first, second, third, fourth]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0 && third !== 0 && fourth === 0))
    return 'utf-16le';
  if ((first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && third === 0 && fourth !== 0))
    return 'utf-16be';
  return undefined;
}

const guessedShown = 6;

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
    const words = text.match(/[^\s;,"]*[^\0-\x7f][^\s;,"]*/g) ?? [];
    return asRead(text, [...new Set(words)].slice(0, guessedShown));
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
  return decodeText(await largest.open(maxTextBytes));
}

/** Reads the text of a file that somebody chose, also of the only one in a ZIP archive. */
export async function readText(file: Blob): Promise<ReadText> {
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
