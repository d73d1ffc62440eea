import { once } from 'node:events';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { joined, startRealtimeApp, type RealtimeApp } from '../testing/realtime.ts';
import { FilterError, parseChangesFilter } from './changes/filter.ts';
import { decodeFrame, encodeBroadcast, FrameError } from './protocol/frames.ts';

let app: RealtimeApp;
beforeAll(async () => {
  app = await startRealtimeApp();
});
afterAll(() => app[Symbol.asyncDispose]());

function onlyThrows(kind: abstract new (...parameters: never[]) => Error, work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (!(error instanceof kind)) throw error;
  }
}

test('parses or rejects any frame', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, binary) =>
      onlyThrows(FrameError, () => decodeFrame(Buffer.from(bytes), binary)),
    ),
  );
  fc.assert(
    fc.property(fc.json(), (text) => onlyThrows(FrameError, () => decodeFrame(Buffer.from(text), false))),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) =>
      onlyThrows(FrameError, () => decodeFrame(Buffer.from([3, ...bytes]), true)),
    ),
  );
  onlyThrows(FrameError, () => decodeFrame(Buffer.from('['.repeat(200_000)), false));
});

test('a broadcast frame holds lengths in bytes', () => {
  const frame = encodeBroadcast(
    'realtime:ñ',
    { event: '✈', encoding: 'json', body: Buffer.from('1') },
    '2.0.0',
  );
  expect([...frame!.bytes.subarray(0, 5)]).toEqual([4, 11, 3, 0, 1]);
});

test('parses or rejects any filter', () => {
  const text = fc.string({
    unit: fc.constantFrom(...'aid=.,()"\\ not.eq.in.is.null\0ñ'.split('')),
    maxLength: 60,
  });
  fc.assert(fc.property(text, (filter) => onlyThrows(FilterError, () => parseChangesFilter(filter))));
  fc.assert(fc.property(fc.string(), (filter) => onlyThrows(FilterError, () => parseChangesFilter(filter))));
});

test('arbitrary messages get a reply or close their connection, and other clients are unaffected', async () => {
  const channel = app.client().channel('steady', { config: { broadcast: { ack: true } } });
  await joined(channel);
  const { publishable } = app.server.context.config.keys;
  const event = fc.constantFrom('phx_join', 'phx_leave', 'access_token', 'broadcast', 'presence', 'other');
  const topic = fc.constantFrom('realtime:a', 'realtime:', 'phoenix', 'elsewhere', 'realtime:\0');
  const filter = fc.constantFrom(
    'id=eq.x',
    'id=eq.1',
    '=',
    'name=match.(',
    "name=eq.'",
    'name=in.("',
    'id=like.%',
  );
  const changes = fc.record({
    event: fc.constantFrom('*', 'INSERT', 1),
    schema: fc.constantFrom('public', '*', null),
    table: fc.constantFrom('walkers', 'x\0', 'a"b', undefined),
    filter,
    select: fc.constantFrom(undefined, ['x'], [1]),
  });
  const config = fc.record({
    private: fc.constantFrom(true, false, 1),
    postgres_changes: fc.array(changes, { maxLength: 3 }),
    presence: fc.constantFrom({ key: '__proto__', enabled: true }, 7),
  });
  const payload = fc.oneof(
    fc.record({ config }),
    fc.record({ event: fc.constantFrom('track', 'x'), payload: fc.jsonValue() }),
    fc.record({ access_token: fc.oneof(fc.string(), fc.integer()) }),
    fc.jsonValue(),
  );
  const messages = fc.array(fc.tuple(fc.constant('1'), fc.constant('1'), topic, event, payload), {
    minLength: 1,
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(messages, async (list) => {
      const socket = new WebSocket(
        `${app.url.replace('http', 'ws')}/websocket?apikey=${publishable}&vsn=2.0.0`,
      );
      await once(socket, 'open');
      const done = new Promise<number>((resolve) => {
        socket.on('close', resolve);
        socket.on('message', (data) => String(data).startsWith('[null,"end"') && resolve(1000));
      });
      for (const message of list) socket.send(JSON.stringify(message));
      socket.send('[null,"end","phoenix","heartbeat",{}]');
      expect([1000, 1003]).toContain(await done);
      socket.terminate();
    }),
    { numRuns: 60 },
  );
  expect(await channel.send({ type: 'broadcast', event: 'x', payload: {} })).toBe('ok');
});
