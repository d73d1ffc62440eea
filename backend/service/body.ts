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

/** Collects a body whose length is not known; undefined as soon as it is larger than `limit`. */
async function collect({ body }: Request, limit: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limit) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads a body of at most `limit` bytes. Stops as soon as there are more, whatever length the request declares.
 * @throws BodyTooLargeError, BodyBrokenOffError
 */
export async function readBody(request: Request, limit: number): Promise<Buffer> {
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) > limit) throw new BodyTooLargeError(limit);
  // Node's HTTP parser yields at most the declared bytes; reading them at once is much faster than in chunks.
  const reading: Promise<Buffer | undefined> =
    announced === null ? collect(request, limit) : request.arrayBuffer().then((bytes) => Buffer.from(bytes));
  const body = await reading.catch((cause: unknown) => {
    throw new BodyBrokenOffError(cause);
  });
  if (!body || body.byteLength > limit) throw new BodyTooLargeError(limit);
  return body;
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
