import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import pg from 'pg';
import { pino } from 'pino';
import { expect } from 'vitest';
import type { Installation } from '../config/config.ts';
import { startEmbeddedPostgres } from '../db/embedded.ts';
import { openS3Store } from '../object-store/s3.ts';
import { startS3, type TestS3 } from './object-store.ts';
import { listArchive } from '../wal/layout.ts';
import { restoreAt, type Moment } from '../wal/restore.ts';
import { startBuiltIn } from '../wal/start.ts';

/** A folder for data folders, and a store for their archives. */
export interface ArchiveGround extends AsyncDisposable {
  readonly s3: TestS3;
  readonly folder: string;
  /** Settings of an installation with a data folder of that name. */
  readonly installation: (name: string, backupStore?: Installation['backupStore']) => Installation;
  /** Restores the archive of an installation into a new data folder. */
  readonly restored: (
    place: Installation,
    moment: Moment,
  ) => Promise<{ readonly result: Awaited<ReturnType<typeof restoreAt>>; readonly target: Installation }>;
}

export async function createArchiveGround(prefix: string): Promise<ArchiveGround> {
  const s3 = await startS3(prefix);
  const folder = await mkdtemp(join(tmpdir(), 'transfer-wal-'));
  return {
    s3,
    folder,
    installation(name, backupStore = s3.settings) {
      const none = { databaseUrl: undefined, databaseDirectUrl: undefined, objectStore: undefined };
      return { ...none, dataDir: join(folder, name), supabaseDir: '', backupStore };
    },
    async restored(place, moment) {
      const target = { ...place, dataDir: join(folder, randomUUID()) };
      return { result: await restoreAt(target, place.backupStore!, moment), target };
    },
    [Symbol.asyncDispose]: async () => {
      await s3[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Lines of the log, as text. */
export function memoryLog() {
  const lines: string[] = [];
  const memory = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { lines, log: pino({ level: 'warn' }, memory) };
}

/** Runs the database as the server does, with a table of notes. */
export async function open(place: Installation, log = memoryLog().log) {
  await using stack = new AsyncDisposableStack();
  const settings = { ...place, backupHours: 24, backupKeep: 2 };
  const { connection } = stack.use(await startBuiltIn(settings, log));
  const client = new pg.Client(connection);
  await client.connect();
  stack.defer(() => client.end());
  await client.query('create table if not exists notes (text text)');
  const resources = stack.move();
  return {
    note: (text: string) => client.query('insert into notes values ($1)', [text]),
    query: (sql: string) => client.query(sql),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}

/** Waits for base backups of so many lines. */
export async function untilBases(place: Installation, lines = 1): Promise<void> {
  using store = openS3Store(place.backupStore!);
  const count = async (): Promise<number> =>
    new Set((await listArchive(store)).bases.map(({ line }) => line)).size;
  await expect.poll(count).toBe(lines);
}

/** The notes of a restored installation, in order. */
export async function notes(place: Installation): Promise<readonly string[]> {
  await using postgres = await startEmbeddedPostgres(place.dataDir, () => {});
  const client = new pg.Client(postgres.connection);
  await client.connect();
  const { rows } = await client.query<{ text: string }>('select text from notes order by text');
  await client.end();
  return rows.map(({ text }) => text);
}
