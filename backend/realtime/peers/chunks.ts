import { randomUUID } from 'node:crypto';
import * as v from 'valibot';

/** The payload of NOTIFY must be shorter than 8000 bytes. */
const maxBytes = 7900;
/** A chunk of a large message in one notification, before base64. */
const chunkBytes = 5600;

/** `parcel` identifies the message; servers of another version read it too. */
const chunk = v.object({ parcel: v.string(), index: v.number(), of: v.number(), data: v.string() });

/** Splits a message into notifications. Send them in one transaction, in order. */
export function splitMessage(message: string): string[] {
  const bytes = Buffer.from(message);
  if (bytes.length <= maxBytes) return [message];
  const parcel = randomUUID();
  const of = Math.ceil(bytes.length / chunkBytes);
  return Array.from({ length: of }, (_, index) => {
    const data = bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes).toString('base64');
    return JSON.stringify({ parcel, index, of, data } satisfies v.InferOutput<typeof chunk>);
  });
}

/**
 * Returns a function that reassembles messages: it takes one notification and returns the parsed message once it is
 * complete. The notifications of one transaction arrive together, so after a gap it drops the incomplete message.
 */
export function createReassembler(): (notification: string) => unknown {
  let parcel = '';
  let chunks: Buffer[] = [];
  return (notification) => {
    const value: unknown = JSON.parse(notification);
    const parsed = v.safeParse(chunk, value);
    if (!parsed.success) return value;
    const { index, of, data } = parsed.output;
    if (index === 0) [parcel, chunks] = [parsed.output.parcel, []];
    if (parcel !== parsed.output.parcel || index !== chunks.length) return undefined;
    chunks.push(Buffer.from(data, 'base64'));
    return chunks.length === of ? (JSON.parse(Buffer.concat(chunks).toString()) as unknown) : undefined;
  };
}
