import { randomUUID } from 'node:crypto';
import * as v from 'valibot';

/** The payload of NOTIFY must be shorter than 8000 bytes. */
const maxBytes = 7900;
/** A part of a large message in one notification, before base64. */
const partBytes = 5600;

const part = v.object({ parcel: v.string(), index: v.number(), of: v.number(), data: v.string() });

/** Splits a message into notifications. Send them in one transaction, in order. */
export function pack(message: string): string[] {
  const bytes = Buffer.from(message);
  if (bytes.length <= maxBytes) return [message];
  const parcel = randomUUID();
  const of = Math.ceil(bytes.length / partBytes);
  return Array.from({ length: of }, (_, index) => {
    const data = bytes.subarray(index * partBytes, (index + 1) * partBytes).toString('base64');
    return JSON.stringify({ parcel, index, of, data } satisfies v.InferOutput<typeof part>);
  });
}

/**
 * Returns a function that reassembles messages: it takes one notification and returns the parsed message once it is
 * complete. The notifications of one transaction arrive together, so after a gap it drops the incomplete message.
 */
export function createUnpacker(): (notification: string) => unknown {
  let parcel = '';
  let parts: Buffer[] = [];
  return (notification) => {
    const value: unknown = JSON.parse(notification);
    const parsed = v.safeParse(part, value);
    if (!parsed.success) return value;
    const { index, of, data } = parsed.output;
    if (index === 0) [parcel, parts] = [parsed.output.parcel, []];
    if (parcel !== parsed.output.parcel || index !== parts.length) return undefined;
    parts.push(Buffer.from(data, 'base64'));
    return parts.length === of ? (JSON.parse(Buffer.concat(parts).toString()) as unknown) : undefined;
  };
}
