import { exceededLimit } from '../../util/json-limits.ts';

/** A message of the Phoenix channel protocol. */
export interface Message {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Set on broadcasts; the payload stays unparsed. */
  readonly broadcast?: Broadcast;
}

/** A message to all members of a room. */
export interface Broadcast {
  readonly event: string;
  /** Whether `body` is JSON text or arbitrary bytes. */
  readonly encoding: 'json' | 'binary';
  readonly body: Buffer;
}

/** The serialisations of realtime-js: JSON objects in 1.0.0, JSON arrays and binary broadcasts in 2.0.0. */
export type Version = '1.0.0' | '2.0.0';

/** A frame violates the protocol. */
export class FrameError extends Error {}

const pushKind = 3;
const broadcastKind = 4;
const pushHeaderBytes = 7;
/** Binary frames store lengths in one byte. */
export const maxNameBytes = 255;

type Json = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOrNull(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' && value.length <= maxNameBytes) return value;
  if (typeof value === 'number') return String(value);
  throw new FrameError('a reference is not text');
}

function name(value: unknown): string {
  if (typeof value !== 'string' || Buffer.byteLength(value) > maxNameBytes)
    throw new FrameError(`topics and events are text of at most ${maxNameBytes} bytes`);
  return value;
}

function broadcastOf(payload: Json): Broadcast {
  return {
    event: name(payload['event'] ?? ''),
    encoding: 'json',
    body: Buffer.from(JSON.stringify(payload['payload'] ?? {})),
  };
}

/** Nested objects and arrays in a frame. */
export const maxDepth = 64;

/**
 * Parses JSON of limited depth, because serialising it again recurses once per level.
 * @throws FrameError, SyntaxError
 */
function parseFrameJson(text: string): unknown {
  if (exceededLimit(text, { depth: maxDepth, values: Infinity }))
    throw new FrameError('a frame is nested too deeply');
  return JSON.parse(text);
}

function decodeText(text: string): Message {
  const parsed = parseFrameJson(text);
  const [joinRef, ref, topic, event, payload] = Array.isArray(parsed)
    ? (parsed as unknown[])
    : isObject(parsed)
      ? [parsed['join_ref'], parsed['ref'], parsed['topic'], parsed['event'], parsed['payload']]
      : [];
  const object = isObject(payload) ? payload : {};
  const message = {
    joinRef: textOrNull(joinRef),
    ref: textOrNull(ref),
    topic: name(topic),
    event: name(event),
    payload: object,
  };
  return event === 'broadcast' ? { ...message, broadcast: broadcastOf(object) } : message;
}

/** Kind 3: seven bytes (kind, five lengths, encoding), five strings, the payload. See realtime-js `serializer.ts`. */
function decodePush(frame: Buffer): Message {
  if (frame.length < pushHeaderBytes || frame[0] !== pushKind) throw new FrameError('unknown binary frame');
  let offset = pushHeaderBytes;
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const take = (index: number): string => {
    const end = offset + (frame[index] ?? 0);
    if (end > frame.length) throw new FrameError('a binary frame is cut off');
    const text = utf8.decode(frame.subarray(offset, end));
    offset = end;
    return text;
  };
  const [joinRef, ref, topic, event, metadata] = [take(1), take(2), take(3), take(4), take(5)];
  const body = frame.subarray(offset);
  const encoding = frame[6] === 1 ? 'json' : 'binary';
  if (encoding === 'json') parseFrameJson(utf8.decode(body));
  const payload = metadata === '' ? {} : parseFrameJson(metadata);
  return {
    joinRef: joinRef || null,
    ref: ref || null,
    topic,
    event: 'broadcast',
    payload: isObject(payload) ? payload : {},
    broadcast: { event, encoding, body },
  };
}

/**
 * Parses a frame of either serialisation.
 * @throws FrameError
 */
export function decodeFrame(data: Buffer, isBinary: boolean): Message {
  try {
    return isBinary ? decodePush(data) : decodeText(data.toString('utf8'));
  } catch (error) {
    if (error instanceof FrameError) throw error;
    throw new FrameError('a frame is not valid', { cause: error });
  }
}

/** A message from the server, except a broadcast. */
export interface ServerMessage {
  readonly joinRef: string | null;
  readonly ref: string | null;
  readonly topic: string;
  readonly event: string;
  /** JSON text. */
  readonly payload: string;
}

export function encodeMessage(message: ServerMessage, version: Version): string {
  const { joinRef, ref, topic, event, payload } = message;
  if (version === '2.0.0')
    return `[${JSON.stringify(joinRef)},${JSON.stringify(ref)},${JSON.stringify(topic)},${JSON.stringify(event)},${payload}]`;
  const head = JSON.stringify({ join_ref: joinRef, ref, topic, event });
  return `${head.slice(0, -1)},"payload":${payload}}`;
}

/** A changed row, as it goes to everybody who may see it alike. */
export interface RowChange {
  /** JSON text. */
  readonly data: string;
}

/** A serialised message. */
export interface Frame {
  readonly bytes: Buffer;
  readonly isBinary: boolean;
}

/** The frames of a message to many, by what else they depend on: the receivers' send queues share the bytes. */
const frames = new WeakMap<Broadcast | RowChange, Map<string, Frame | undefined>>();

function writeOnce(
  message: Broadcast | RowChange,
  key: string,
  write: () => Frame | undefined,
): Frame | undefined {
  let known = frames.get(message);
  if (!known) frames.set(message, (known = new Map<string, Frame | undefined>()));
  if (!known.has(key)) known.set(key, write());
  return known.get(key);
}

function textFrame(topic: string, event: string, payload: string, version: Version): Frame {
  const text = encodeMessage({ joinRef: null, ref: null, topic, event, payload }, version);
  return { bytes: Buffer.from(text), isBinary: false };
}

/**
 * Serialises a broadcast, once for all its receivers. Returns undefined for binary broadcasts in 1.0.0, which cannot express
 * them.
 */
export function encodeBroadcast(topic: string, broadcast: Broadcast, version: Version): Frame | undefined {
  return writeOnce(broadcast, `${version} ${topic}`, () => writeBroadcast(topic, broadcast, version));
}

/** Serialises a change, once for all receivers with the same topic. @param ids the bindings that it passes */
export function encodeChange(
  topic: string,
  ids: readonly number[],
  change: RowChange,
  version: Version,
): Frame | undefined {
  const numbers = ids.join(',');
  return writeOnce(change, `${version} ${numbers} ${topic}`, () =>
    textFrame(topic, 'postgres_changes', `{"ids":[${numbers}],"data":${change.data}}`, version),
  );
}

/** In 2.0.0, kind 4: kind, three lengths (topic, event, metadata), encoding, topic, event, payload. */
function writeBroadcast(
  topic: string,
  { event, encoding, body }: Broadcast,
  version: Version,
): Frame | undefined {
  if (version === '1.0.0') {
    if (encoding === 'binary') return undefined;
    const payload = `{"type":"broadcast","event":${JSON.stringify(event)},"payload":${body.toString('utf8')}}`;
    return textFrame(topic, 'broadcast', payload, version);
  }
  const [topicBytes, eventBytes] = [Buffer.from(topic), Buffer.from(event)];
  const header = [broadcastKind, topicBytes.length, eventBytes.length, 0, encoding === 'json' ? 1 : 0];
  return { bytes: Buffer.concat([Buffer.from(header), topicBytes, eventBytes, body]), isBinary: true };
}
