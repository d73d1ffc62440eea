/** A request body is larger than the limit. `limit` is in bytes. */
export class BodyTooLargeError extends Error {
  readonly limit: number;
  constructor(limit: number) {
    super(`The body is larger than ${limit} bytes.`);
    this.limit = limit;
  }
}

/**
 * Reads a body of at most `limit` bytes. It stops reading as soon as there are more, also when no length or a wrong
 * one was announced.
 * @throws BodyTooLargeError
 */
export async function readBody(request: Request, limit: number): Promise<Buffer> {
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) > limit) throw new BodyTooLargeError(limit);
  if (announced !== null) {
    // Node's HTTP parser gives no more bytes than were announced; reading them at once is much faster than in chunks.
    const body = Buffer.from(await request.arrayBuffer());
    if (body.byteLength > limit) throw new BodyTooLargeError(limit);
    return body;
  }
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.byteLength;
    if (size > limit) throw new BodyTooLargeError(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
