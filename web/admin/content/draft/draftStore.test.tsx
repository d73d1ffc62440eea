import { afterEach, expect, test, vi } from 'vitest';
import type { Content } from '../../../../shared/content/content.ts';
import { readFirstRelease } from '../../../../shared/testing/content.ts';
import type { SaveOutcome } from '../../../data/content/drafts.ts';
import { DataError } from '../../../data/errors.ts';
import { forgetEverything } from '../../../data/personal.ts';
import { writeAt } from '../model/tree.ts';
import { DraftStore } from './draftStore.ts';
import { storedWork } from './draft.ts';

const first = readFirstRelease();
const setPhone = (phone: string) => (content: Content) => writeAt(content, ['company', 'phone'], phone);
const setEmail = (email: string) => (content: Content) => writeAt(content, ['company', 'email'], email);

/** The database: one row with a version. */
function fakeServer() {
  const server = {
    version: 1,
    content: first,
    /** Thrown by the next calls. */
    failure: null as DataError | null,
    outcome: null as SaveOutcome | null,
    load: async () => {
      if (server.failure) throw server.failure;
      return { version: server.version, content: server.content };
    },
    save: async (content: Content, version: number): Promise<SaveOutcome> => {
      if (server.failure) throw server.failure;
      if (server.outcome) return server.outcome;
      if (version !== server.version) return { kind: 'conflict', by: 'elena@example.com' };
      server.content = content;
      server.version += 1;
      return { kind: 'saved', version: server.version };
    },
    publish: vi.fn<(version: number, note: string) => Promise<number>>(async () => 2),
  };
  return server;
}

const closings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closings.splice(0)) await close();
  localStorage.clear();
});

/** Opens the studio as in a tab of its own. `close` leaves it: what cannot be saved is on this device only. */
async function openTab(server: ReturnType<typeof fakeServer>, account = 'carla') {
  const store = new DraftStore(server, storedWork(account), 50);
  const stop = store.start();
  const close = () => {
    window.dispatchEvent(new Event('pagehide'));
    stop();
    return store.leave();
  };
  closings.push(close);
  await expect.poll(() => store.get().draft).not.toBeNull();
  return { store, close };
}

const open = async (server: ReturnType<typeof fakeServer>) => (await openTab(server)).store;

/** The work that this device has stored, or empty. */
const workOfDevice = () => Object.values(localStorage).join('');

const phoneOf = (store: DraftStore) => store.get().draft?.content.company.phone;

test('work that waits for a pause is saved at once when its screen is left, and only once', async () => {
  const server = fakeServer();
  const { store, close } = await openTab(server);
  store.edit(setPhone('+56 2 2345 6789'));
  await close();
  expect(server.content.company.phone).toBe('+56 2 2345 6789');
  expect(workOfDevice()).toBe('');
  expect(server.version).toBe(2);
});

test('work is saved after a pause, once', async () => {
  const server = fakeServer();
  const store = await open(server);
  store.edit(setPhone('+56 2 2345 678'));
  store.edit(setPhone('+56 2 2345 6789'));
  await expect.poll(() => server.content.company.phone).toBe('+56 2 2345 6789');
  expect(server.version).toBe(2);
  await expect.poll(() => store.get().saving).toBe(false);
  expect(workOfDevice()).toBe('');
});

test('work survives a reload while there is no connection, and is saved when it returns', async () => {
  const server = fakeServer();
  const { store, close } = await openTab(server);
  server.failure = new DataError('network', 'Failed to fetch', 0, true);
  store.edit(setPhone('+56 2 2345 6789'));
  await expect.poll(() => store.get().error?.code).toBe('network');
  await close();
  server.failure = null;
  const again = await open(server);
  expect(phoneOf(again)).toBe('+56 2 2345 6789');
  await expect.poll(() => server.content.company.phone).toBe('+56 2 2345 6789');
});

test('of two who edit different fields nobody has to decide', async () => {
  const server = fakeServer();
  const store = await open(server);
  Object.assign(server, { version: 2, content: setEmail('taxi@example.com')(first) });
  store.edit(setPhone('+56 2 2345 6789'));
  await expect
    .poll(() => server.content.company)
    .toMatchObject({ email: 'taxi@example.com', phone: '+56 2 2345 6789' });
  expect(store.get().conflict).toBeNull();
});

test.for([
  ['mine', '+56 2 2345 6789'],
  ['theirs', '+56 2 1111 1111'],
] as const)(
  'of two who edit the same field the second decides, also after a reload: %s',
  async ([side, phone]) => {
    const server = fakeServer();
    const { store, close } = await openTab(server);
    const theirs = setEmail('taxi@example.com')(setPhone('+56 2 1111 1111')(first));
    Object.assign(server, { version: 2, content: theirs });
    store.edit(setPhone('+56 2 2345 6789'));
    await expect.poll(() => store.get().conflict).toMatchObject({ by: 'elena@example.com' });
    await close();
    const again = await open(server);
    await expect.poll(() => again.get().conflict?.joined.disputed).toEqual([['company', 'phone']]);
    again.decide(side);
    await expect.poll(workOfDevice).toBe('');
    await expect.poll(() => again.get().saving).toBe(false);
    expect(server.content.company).toMatchObject({ email: 'taxi@example.com', phone });
  },
);

test('after a sign-out the tab leaves nothing for the next person', async () => {
  const server = fakeServer();
  const { store, close } = await openTab(server);
  server.failure = new DataError('network', 'Failed to fetch', 0, true);
  store.edit(setPhone('+56 2 2345 6789'));
  await expect.poll(workOfDevice).toContain('+56 2 2345 6789');
  forgetEverything();
  await close();
  expect(workOfDevice()).toBe('');
});

test('another person who signs in on this device never sees the work of the one before', async () => {
  const server = fakeServer();
  const { store, close } = await openTab(server);
  server.failure = new DataError('network', 'Failed to fetch', 0, true);
  store.edit(setPhone('+56 2 2345 6789'));
  await expect.poll(workOfDevice).toContain('+56 2 2345 6789');
  await close();
  server.failure = null;
  const other = await openTab(server, 'elena');
  expect(phoneOf(other.store)).toBe('');
  await other.close();
  expect(server.version).toBe(1);
  expect(phoneOf(await open(server))).toBe('+56 2 2345 6789');
});

test('work that the database refuses stays on this device, with the reasons', async () => {
  const server = fakeServer();
  const { store, close } = await openTab(server);
  server.outcome = { kind: 'invalid', problems: [{ path: ['company', 'phone'], code: 'wrong_format' }] };
  store.edit(setPhone('12'));
  await expect.poll(() => store.get().problems).toHaveLength(1);
  await close();
  expect(phoneOf(await open(server))).toBe('12');
});

test('two tabs of one account join what they save', async () => {
  const server = fakeServer();
  const one = await open(server);
  const other = await open(server);
  one.edit(setPhone('+56 2 2345 6789'));
  await expect.poll(() => server.version).toBe(2);
  other.edit(setEmail('taxi@example.com'));
  await expect
    .poll(() => server.content.company)
    .toMatchObject({ email: 'taxi@example.com', phone: '+56 2 2345 6789' });
  expect(other.get().conflict).toBeNull();
});
