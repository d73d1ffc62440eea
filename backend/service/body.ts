import type { HttpRequest } from '../http/request.ts';
import { exceededLimit, type JsonLimits } from '../util/json-limits.ts';

/** A request body is larger than the limit. `limit` is in bytes. */
export class BodyTooLargeError extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes.`);
    this.limit = limit;
  }
}

/** The client closed the connection before its whole body had arrived. */
export class BodyBrokenOffError extends Error {
  constructor(cause: unknown) {
    super('The connection ended before the whole body had arrived.', { cause });
  }
}

/** A body is not JSON text in UTF-8, or exceeds its limits. The message is the reason. */
export class BodyNotJsonError extends Error {
  /** The exceeded limit; undefined when the text is not JSON. */
  readonly exceeded: keyof JsonLimits | undefined;
  constructor(message: string, exceeded?: keyof JsonLimits) {
    super(message);
    this.exceeded = exceeded;
  }
}

/** A body of a request, and what the request says of it. */
export type BodySource = Pick<HttpRequest, 'headers' | 'body'>;

/**
 * Reads a body of at most `limit` bytes. Stops as soon as there are more, whatever length the request declares.
 * @throws BodyTooLargeError, BodyBrokenOffError
 */
export async function readBody({ headers, body }: BodySource, limit: number): Promise<Buffer<ArrayBuffer>> {
  const announced = headers.get('content-length');
  if (announced !== null && Number(announced) > limit) throw new BodyTooLargeError(limit);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.byteLength;
      if (size > limit) break;
      chunks.push(chunk);
    }
  } catch (cause) {
    throw new BodyBrokenOffError(cause);
  }
  if (size > limit) throw new BodyTooLargeError(limit);
  return Buffer.concat(chunks);
}

const excess = { depth: 'values are nested too deeply', values: 'it has too many values' };

/** Parses a JSON body. @throws BodyNotJsonError */
export function parseJsonBody(bytes: Buffer, limits: JsonLimits): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const exceeded = exceededLimit(text, limits);
    if (exceeded) throw new BodyNotJsonError(excess[exceeded], exceeded);
    return JSON.parse(text);
  } catch (error) {
    throw error instanceof BodyNotJsonError ? error : new BodyNotJsonError((error as Error).message);
  }
}
