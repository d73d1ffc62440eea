import { afterEach, expect, test, vi } from 'vitest';
import type { Content } from '../../../../shared/content/content.ts';
import { readFirstRelease } from '../../../../shared/content/testing.ts';
import type { SaveOutcome } from '../../../data/content/drafts.ts';
import { DataError } from '../../../data/errors.ts';
import { forgetEverything } from '../../../data/personal.ts';
import { editSpanish, editTranslation } from '../../../../shared/content/words.ts';
import { writeAt } from '../model/tree.ts';
import { DraftStore } from './draftStore.ts';

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
async function openTab(server: ReturnType<typeof fakeServer>) {
  const store = new DraftStore(server, 50);
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

/** The work that this device has stored. */
const storedWork = () =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith('personal:content-work'))
    .map((key) => localStorage.getItem(key))
    .join();

const phoneOf = (store: DraftStore) => store.get().draft?.content.company.phone;

test('work that waits for a pause is saved at once when its screen is left, and only once', async () => {
  const server = fakeServer();
  const { store, close } = await openTab(server);
  store.edit(setPhone('+56 2 2345 6789'));
  await close();
  expect(server.content.company.phone).toBe('+56 2 2345 6789');
  expect(storedWork()).toBe('');
  await store.flush();
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
  expect(storedWork()).toBe('');
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

test('of two who edit, the second decides: mine on top', async () => {
  const server = fakeServer();
  const store = await open(server);
  Object.assign(server, { version: 2, content: setEmail('taxi@example.com')(first) });
  store.edit(setPhone('+56 2 2345 6789'));
  await expect.poll(() => store.get().theirs).toMatchObject({ by: 'elena@example.com', version: 2 });
  store.putMineOnTop();
  await expect
    .poll(() => server.content.company)
    .toMatchObject({ email: 'taxi@example.com', phone: '+56 2 2345 6789' });
});

test('or theirs, also after a reload before the decision', async () => {
  const server = fakeServer();
  const { store, close } = await openTab(server);
  Object.assign(server, { version: 2, content: setEmail('taxi@example.com')(first) });
  store.edit(setPhone('+56 2 2345 6789'));
  await expect.poll(() => store.get().theirs).not.toBeNull();
  await close();
  const again = await open(server);
  await expect.poll(() => again.get().theirs).not.toBeNull();
  again.takeTheirs();
  expect(again.get().draft?.content.company).toMatchObject({ email: 'taxi@example.com', phone: '' });
  await expect.poll(storedWork).toBe('');
});

test('after a sign-out the tab leaves nothing for the next person', async () => {
  const server = fakeServer();
  const { store, close } = await openTab(server);
  server.failure = new DataError('network', 'Failed to fetch', 0, true);
  store.edit(setPhone('+56 2 2345 6789'));
  await expect.poll(storedWork).toContain('+56 2 2345 6789');
  forgetEverything();
  await close();
  expect(storedWork()).toBe('');
});

test('a version that differs in nothing is nobody’s decision', async () => {
  const server = fakeServer();
  const store = await open(server);
  server.version = 5;
  store.edit(setPhone('+56 2 2345 6789'));
  await expect.poll(() => server.version).toBe(6);
  expect(store.get().theirs).toBeNull();
});

test('a confirmed translation is no decision: theirs stays beside my work, and mine beside theirs', async () => {
  const line = ['claims', 'driver', 'line'];
  const words = editSpanish(first.claims[1]!.line, 'Otro texto');
  const outdated = writeAt(first, line, words);
  const confirm = (content: Content) => writeAt(content, line, editTranslation(words, 'de', words.de!.text));
  for (const [mine, theirs] of [
    [setPhone('+56 2 2345 6789'), confirm],
    [confirm, setPhone('+56 2 2345 6789')],
  ] as const) {
    const server = fakeServer();
    server.content = outdated;
    const store = await open(server);
    Object.assign(server, { version: 2, content: theirs(outdated) });
    store.edit(mine);
    await expect.poll(() => server.version).toBe(3);
    expect(server.content).toEqual(confirm(setPhone('+56 2 2345 6789')(outdated)));
  }
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

test('an older release is published, and what was not published stays in the draft', async () => {
  const server = fakeServer();
  server.content = setEmail('taxi@example.com')(setPhone('+56 2 1111 1111')(first));
  const newest = setPhone('+56 2 1111 1111')(first);
  const store = await open(server);
  expect(await store.publish('Vuelve', { newest, older: first })).toBe(2);
  expect(server.publish).toHaveBeenCalledWith(2, 'Vuelve');
  await expect.poll(() => server.content.company).toMatchObject({ phone: '', email: 'taxi@example.com' });
});

test('an older release that cannot be published leaves the draft as it was, also when the page is left meanwhile', async () => {
  const server = fakeServer();
  const work = setEmail('taxi@example.com')(setPhone('+56 2 1111 1111')(first));
  server.content = work;
  const store = await open(server);
  const failed = Promise.withResolvers<number>();
  server.publish.mockReturnValueOnce(failed.promise);
  const publishing = store.publish('Vuelve', { newest: first, older: first });
  await expect.poll(() => server.publish).toHaveBeenCalled();
  expect(storedWork()).toContain('taxi@example.com');
  failed.reject(new TypeError('Failed to fetch'));
  await expect(publishing).rejects.toThrow('Failed to fetch');
  await expect.poll(() => server.content.company).toEqual(work.company);
});

test('two tabs store their work side by side, and neither shows that of the other', async () => {
  const server = fakeServer();
  const [one, two] = [await openTab(server), await openTab(server)];
  server.failure = new DataError('network', 'Failed to fetch', 0, true);
  one.store.edit(setPhone('+56 2 2345 6789'));
  await expect.poll(storedWork).toContain('+56 2 2345 6789');
  two.store.edit(setEmail('taxi@example.com'));
  await expect.poll(storedWork).toContain('taxi@example.com');
  expect(storedWork()).toContain('+56 2 2345 6789');
  server.failure = null;
  expect(phoneOf(await open(server))).toBe('');
});

test('one tab saves its work, and that of the other stays on the device', async () => {
  const server = fakeServer();
  const [one, two] = [await openTab(server), await openTab(server)];
  server.failure = new DataError('network', 'Failed to fetch', 0, true);
  two.store.edit(setEmail('taxi@example.com'));
  await expect.poll(storedWork).toContain('taxi@example.com');
  server.failure = null;
  one.store.edit(setPhone('+56 2 2345 6789'));
  await expect.poll(() => server.content.company.phone).toBe('+56 2 2345 6789');
  expect(storedWork()).toContain('taxi@example.com');
  two.store.retry();
  await expect.poll(() => two.store.get().theirs).not.toBeNull();
  await two.close();
  const again = await open(server);
  await expect.poll(() => again.get().theirs).not.toBeNull();
  expect(again.get().draft?.content.company).toMatchObject({ email: 'taxi@example.com', phone: '' });
});

test('the work of two tabs that were closed without a connection comes back, one after the other', async () => {
  const server = fakeServer();
  const [one, two] = [await openTab(server), await openTab(server)];
  server.failure = new DataError('network', 'Failed to fetch', 0, true);
  one.store.edit(setPhone('+56 2 2345 6789'));
  two.store.edit(setEmail('taxi@example.com'));
  await one.close();
  await two.close();
  server.failure = null;
  const store = await open(server);
  await expect.poll(() => store.get().theirs).not.toBeNull();
  store.putMineOnTop();
  await expect
    .poll(() => server.content.company)
    .toMatchObject({ email: 'taxi@example.com', phone: '+56 2 2345 6789' });
  await expect.poll(storedWork).toBe('');
});
