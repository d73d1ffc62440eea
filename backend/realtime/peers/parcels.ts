import { randomUUID } from 'node:crypto';
import * as v from 'valibot';

/** NOTIFY takes less than 8000 bytes. */
const maxBytes = 7900;
/** Bytes of a larger message in one notification, before base64. */
const partBytes = 5600;

const part = v.object({ parcel: v.string(), index: v.number(), of: v.number(), data: v.string() });

/** The notifications that carry a message: itself, or its parts. They must be sent in one transaction, in order. */
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
 * Puts messages together again, as values of JSON. Notifications of one transaction arrive without others between
 * them, so a part that does not follow the last one means that some were lost: what there is of that message goes.
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
