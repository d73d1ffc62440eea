/** A kind of file that its first bytes tell. `text` is everything without a signature of its own. */
export type FileKind = 'pdf' | 'picture' | 'workbook' | 'zip' | 'text';

/** Readers of PDF look for its signature in so many bytes: scanners write a mark or an empty line before it. */
const pdfWithinBytes = 1024;

const signatures: readonly (readonly [RegExp, FileKind])[] = [
  [/^(?:\xff\xd8\xff|\x89PNG|GIF8|BM.{4}\0\0|II\*\0|MM\0\*|RIFF.{4}WEBP|.{4}ftyp)/s, 'picture'],
  [/%PDF-\d/, 'pdf'],
  [/^PK\p{Cc}\p{Cc}/u, 'zip'],
  // Excel until 2003, and the web pages that other programs name .xls.
  [/^(?:\xd0\xcf\p{Cc}\xe0|\s*<(?:!doctype html|html|table|\?xml))/iu, 'workbook'],
];

/** The kind of a file by its bytes. Names and types of telephones and old computers say little. */
export async function fileKind(file: Blob): Promise<FileKind> {
  const bytes = new Uint8Array(await file.slice(0, pdfWithinBytes).arrayBuffer());
  const start = String.fromCharCode(...bytes).replace(/^\xef\xbb\xbf/, '');
  return signatures.find(([signature]) => signature.test(start))?.[1] ?? 'text';
}
