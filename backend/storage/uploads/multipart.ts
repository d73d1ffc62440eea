import { StorageError } from '../errors.ts';

export interface FormPart {
  readonly name: string;
  readonly isFile: boolean;
  /** As declared; empty for none. */
  readonly contentType: string;
  /** A view of the body, not a copy. */
  readonly bytes: Buffer<ArrayBuffer>;
}

/** The official client sends three: the file, `cacheControl` and `metadata`. */
const maxParts = 20;
const maxPartHeaderBytes = 2048;
const lineBreak = '\r\n';

function invalid(): StorageError {
  return new StorageError('InvalidRequest', 'body is not valid multipart/form-data');
}

function boundaryOf(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw invalid();
  return boundary;
}

function readPart(part: Buffer<ArrayBuffer>): FormPart {
  const end = part.subarray(0, maxPartHeaderBytes).indexOf(lineBreak + lineBreak);
  if (end < 0) throw invalid();
  const headers = part.toString('utf8', 0, end).split(lineBreak);
  const header = (name: string): string =>
    headers.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1) ?? '';
  const disposition = header('content-disposition');
  return {
    name: /;\s*name="([^"]*)"/i.exec(disposition)?.[1] ?? '',
    isFile: /;\s*filename\*?=/i.test(disposition),
    contentType: header('content-type').trim(),
    bytes: part.subarray(end + 2 * lineBreak.length),
  };
}

/**
 * Splits a multipart/form-data body (RFC 7578). Node's own parser blocks the event loop for half a second on a few
 * megabytes of empty parts; this one bounds the number of parts and the size of their headers.
 * @throws StorageError InvalidRequest
 */
export function readParts(body: Buffer<ArrayBuffer>, contentType: string): readonly FormPart[] {
  const delimiter = `--${boundaryOf(contentType)}`;
  const parts: FormPart[] = [];
  let at = body.indexOf(delimiter);
  if (at < 0) throw invalid();
  while (parts.length < maxParts) {
    const start = at + delimiter.length;
    const after = body.toString('latin1', start, start + 2);
    if (after === '--') return parts;
    at = body.indexOf(lineBreak + delimiter, start);
    if (after !== lineBreak || at < 0) throw invalid();
    parts.push(readPart(body.subarray(start + lineBreak.length, at)));
    at += lineBreak.length;
  }
  throw invalid();
}
