/** More than any token, key set, profile or metadata document needs. */
const maxBytes = 512 * 1024;
export const fetchTimeoutMs = 10_000;

/** @throws Error when the body exceeds the limit */
async function readBounded(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    // Leaving the loop cancels the body.
    if (size > maxBytes) throw new Error(`the response is larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Uint8Array.from(Buffer.concat(chunks));
}

/** Libraries pass `body: undefined` without a body. */
type Init = Omit<RequestInit, 'body'> & { readonly body?: RequestInit['body'] | undefined };

/**
 * `fetch` for other services: follows no redirect, times out after ten seconds including the body, and reads at most
 * 512 KiB.
 * @throws Error
 */
export async function boundedFetch(
  input: string | URL,
  { body = null, ...init }: Init = {},
): Promise<Response> {
  const signals = [AbortSignal.timeout(fetchTimeoutMs), ...(init.signal ? [init.signal] : [])];
  const signal = AbortSignal.any(signals);
  const response = await fetch(input, { ...init, body, redirect: 'manual', signal });
  const content = await readBounded(response);
  const { status, statusText, headers } = response;
  // fetch has decompressed the body.
  const plain = new Headers(headers);
  plain.delete('content-encoding');
  plain.delete('content-length');
  const hasBody = ![204, 205, 304].includes(status);
  return new Response(hasBody ? content : null, { status, statusText, headers: plain });
}
