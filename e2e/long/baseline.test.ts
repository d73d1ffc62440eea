import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type Queryable } from '../../backend/db/database.ts';
import { startEmbeddedPostgres } from '../../backend/db/embedded.ts';
import { migrate } from '../../backend/db/migrate.ts';
import { ended, freePort, root, runProgram, untilSaid } from '../../backend/testing/processes.ts';
import { readCatalog } from '../../server/testing/catalog.ts';
import { queryOwn } from '../../server/testing/servers.ts';
import { unpackVersion } from './history.ts';

/*
 * An installation of the commit that the baseline names, filled with the company of the demo, comes to this version: by its
 * data folder, and by a backup that it made. Nothing of it is lost, and its schema is that of a new installation.
 */

const supabaseDir = join(root, 'supabase');

let folder = '';
/** The folder of the earlier version; undefined without a history that has it. */
let earlier: string | undefined;
let baseline = '';

const dataDir = (name: string): string => join(folder, name);

/** Runs a command of the earlier version, or of this one. */
async function run(place: string, script: string, data: string, ...args: readonly string[]) {
  const program = runProgram(process.execPath, [script, ...args], { DATA_DIR: data }, place);
  return { code: await ended(program), output: program.output().trim() };
}

/** Works on the database of a data folder, without a server. */
async function onDatabase<Result>(
  data: string,
  work: (db: ReturnType<typeof openDatabase>) => Promise<Result>,
): Promise<Result> {
  await using postgres = await startEmbeddedPostgres(data, () => {});
  const { connection } = postgres;
  await using db = openDatabase({ owner: connection, caller: connection, onError: console.error });
  return await work(db);
}

type Rows = Readonly<Record<string, readonly string[]>>;

/** The rows of every table but those of applied migrations, as sorted JSON. */
async function readRows(db: Queryable): Promise<Rows> {
  const tables = await db.query<{ name: string }>(
    `select format('%s.%s', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'v') and n.nspname in ('public', 'private', 'auth', 'storage')
       and c.relname not like 'audit%' or n.nspname = 'private' and c.relname = 'audit'`,
  );
  const rows: Record<string, string[]> = {};
  for (const { name } of tables)
    rows[name] = (await db.query<{ line: string }>(`select to_jsonb(t)::text as line from ${name} t`))
      .map(({ line }) => line)
      .sort();
  return rows;
}

const parsed = (rows: readonly string[] = []) =>
  rows.map((line) => JSON.parse(line) as Record<string, unknown>);

/** Rows without some columns, in an order that does not depend on them. */
const without = (rows: readonly string[] = [], ...columns: readonly string[]): readonly string[] =>
  parsed(rows)
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .filter(([name]) => !columns.includes(name))
          .sort(),
      ),
    )
    .sort();

/** Rows with one column under another name, and further columns. */
const renamed = (rows: readonly string[] = [], from: string, to: string, further = {}): readonly string[] =>
  parsed(rows).map(({ [from]: value, ...row }) => JSON.stringify({ ...row, ...further, [to]: value }));

const both = (one: readonly string[] = [], other: readonly string[] = []) => [...one, ...other];

/** Tables that have another name, or whose rows stand elsewhere now, with the rows as this version has them. */
const moved: Readonly<Record<string, (before: Rows) => readonly string[]>> = {
  'private.document_reminders': (before) => without(before['private.paper_reminders']),
  'private.document_digests': (before) => without(before['private.paper_digests']),
  'public.document_list': (before) => without(before['public.papers']),
  'private.settings': (before) =>
    without([
      ...(before['private.settings'] ?? []).map((line) => line.replace('"papers_stop', '"documents_stop')),
      JSON.stringify({ name: 'company_zone', value: 'America/Santiago' }),
    ]),
  'private.signing_keys': (before) =>
    without(before['private.signing_keys']?.map((line) => line.replace('"case_sender', '"ticket_sender'))),
  'public.case_list': (before) => without(before['public.cases'], 'sequence'),
  'public.rights_request_list': (before) => without(before['public.rights_requests'], 'sequence'),
  'public.ticket_messages': (before) =>
    without(
      both(
        renamed(before['public.case_messages'], 'case_id', 'ticket_id'),
        renamed(before['public.rights_messages'], 'request_id', 'ticket_id'),
      ),
    ),
  'private.ticket_secrets': (before) =>
    without(
      both(
        renamed(before['private.case_secrets'], 'case_id', 'ticket_id', { sent_to: null }),
        renamed(before['private.rights_secrets'], 'request_id', 'ticket_id'),
      ),
    ),
  'private.ticket_notices': (before) =>
    without(
      both(
        renamed(before['private.case_notices'], 'case_id', 'ticket_id'),
        renamed(before['private.rights_notices'], 'request_id', 'ticket_id'),
      ),
    ),
  // The report counts reasons when it is read.
  'private.report_days': (before) =>
    without(
      before['private.report_days'],
      'driving',
      'vehicle',
      'price',
      'route',
      'punctuality',
      'treatment',
    ),
  // The limits of a day begin anew: they count the networks around a sender too.
  'private.ticket_openings': () => [],
};
/** Their rows stand in the lists of `moved`. */
const divided = ['public.tickets', 'public.cases', 'public.rights_requests'];

/** Rows that this version adds by itself: the key of passengers' links, and settings of its own. */
const added: Readonly<Record<string, RegExp>> = {
  'private.signing_keys': /"name": "trip_link"/,
  'private.settings': /"name": "trip_(passenger_)?retention_days"/,
};

/** The columns of this version's rows that the rows of before lack. */
function newColumns(rows: readonly string[], expected: readonly string[]): readonly string[] {
  const [row = {}] = parsed(rows);
  const [before] = expected;
  if (before === undefined) return [];
  const known = (JSON.parse(before) as [string, unknown][]).map(([name]) => name);
  return Object.keys(row).filter((name) => !known.includes(name));
}

/** Compares each table with the rows of before. @returns the number of rows by table */
function compare(before: Rows, after: Rows): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, all] of Object.entries(after)) {
    if (divided.includes(name)) continue;
    const rows = all.filter((line) => !added[name]?.test(line));
    const expected = moved[name]?.(before) ?? without(before[name]);
    expect([name, without(rows, ...newColumns(rows, expected))]).toEqual([name, expected]);
    counts[name] = rows.length;
  }
  return counts;
}

/** Rows of the tables that the demo leaves empty, and of entries of the log in earlier words. */
const furtherRows = `
  insert into private.case_secrets select id, sha256(id::text::bytea) from public.cases;
  insert into private.rights_secrets select sha256(id::text::bytea), id, 'email' from public.rights_requests;
  insert into private.case_openings (sender) values ('\\x01'), ('\\x02');
  insert into private.case_notices select c.id, u.id, 'new', c.due_on from public.cases c, auth.users u
    where u.raw_app_meta_data ->> 'role' = 'admin';
  insert into private.rights_notices select r.id, u.id, 'due', r.due_on from public.rights_requests r, auth.users u
    where u.raw_app_meta_data ->> 'role' = 'admin';
  insert into private.paper_reminders select d.id, u.id, 14, d.expires_on from public.documents d, auth.users u
    where u.raw_app_meta_data ->> 'role' = 'admin';
  insert into private.paper_digests select id, '2026-11-23' from auth.users where raw_app_meta_data ->> 'role' = 'admin';
  insert into private.audit (payload) values ('{"action": "resource_modified", "traits": {"target": "paper_policy:company"}}');
  select private.configure('{"papers_stop_service": "true"}');
  insert into public.rights_messages (request_id, kind, body, mail) select id, 'reply', 'Listo', 'waiting'
    from public.rights_requests`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-baseline-'));
  const migrations = await readdir(join(supabaseDir, 'migrations'));
  const file = migrations.find((name) => name.endsWith('_baseline.sql')) ?? '';
  baseline = file.split('_')[0] ?? '';
  const text = await readFile(join(supabaseDir, 'migrations', file), 'utf8');
  const [, commit = ''] = /^-- older databases: Update to commit ([0-9a-f]{7,40}) first/m.exec(text) ?? [];
  earlier = await unpackVersion(folder, commit);
  if (!earlier)
    return console.log(`There is no history here that has ${commit}, so there is nothing to update.`);
  const environment = { DATA_DIR: dataDir('before'), PORT: String(await freePort()) };
  const demo = runProgram(process.execPath, ['tools/demo.ts'], environment, earlier);
  await untilSaid(demo, 'The demo is ready');
  await queryOwn(dataDir('before'), furtherRows);
  demo.process.kill('SIGTERM');
  await ended(demo);
  const backup = await run(earlier, 'tools/backup.ts', dataDir('before'), join(folder, 'before.tar.gz'));
  expect(backup.code, backup.output).toBe(0);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

test('its data folder loses nothing, and has the schema of a new installation', async () => {
  if (!earlier) return;
  await cp(dataDir('before'), dataDir('updated'), { recursive: true });
  const before = await onDatabase(dataDir('updated'), readRows);
  const updated = await onDatabase(dataDir('updated'), async (db) => {
    await migrate(db, supabaseDir);
    return { rows: await readRows(db), catalog: await readCatalog(db) };
  });
  const fresh = await onDatabase(dataDir('fresh'), async (db) => {
    await migrate(db, supabaseDir);
    return await readCatalog(db);
  });
  const counts = compare(before, updated.rows);
  expect({ ...updated.catalog, rows: [] }).toEqual({ ...fresh, rows: [] });
  const filled = Object.entries(counts).filter(([, count]) => count > 0);
  const parts = Object.entries(fresh).filter(([part]) => part !== 'rows');
  console.log(`Equal rows: ${filled.map(([name, count]) => `${name} ${count}`).join(', ')}`);
  console.log(`Equal catalogs: ${parts.map(([part, lines]) => `${part} ${lines.length}`).join(', ')}`);
}, 300_000);

test('its backup restores, and has the same rows', async () => {
  if (!earlier) return;
  const restored = await run(root, 'tools/restore.ts', dataDir('restored'), join(folder, 'before.tar.gz'));
  expect(restored.code, restored.output).toBe(0);
  const rows = await onDatabase(dataDir('restored'), async (db) => {
    await migrate(db, supabaseDir);
    return await readRows(db);
  });
  const before = await onDatabase(dataDir('before'), readRows);
  compare(before, rows);
}, 300_000);

test('the server of this version serves it; its administrator signs in and reads the cases', async () => {
  if (!earlier) return;
  const port = await freePort();
  const environment = { DATA_DIR: dataDir('updated'), PORT: String(port), LOG_LEVEL: 'warn' };
  const server = runProgram(process.execPath, ['server/main.ts'], environment);
  try {
    await untilSaid(server, 'is ready');
    const page = await (await fetch(`http://127.0.0.1:${port}/login`)).text();
    const [, key = ''] = /name="publishable-key" content="([^"]+)"/.exec(page) ?? [];
    const demo = await readFile(join(root, 'tools/demo/people.ts'), 'utf8');
    const constant = (name: string) => new RegExp(`export const ${name} = '([^']+)'`).exec(demo)?.[1];
    const headers = { apikey: key, 'content-type': 'application/json' };
    const signIn = await fetch(`http://127.0.0.1:${port}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: constant('administrator'), password: constant('password') }),
    });
    const { access_token: token } = (await signIn.json()) as { access_token: string };
    const cases = await fetch(`http://127.0.0.1:${port}/rest/v1/case_list?select=number&order=number`, {
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    expect([signIn.status, cases.status]).toEqual([200, 200]);
    expect(((await cases.json()) as unknown[]).length).toBeGreaterThan(5);
  } finally {
    server.process.kill('SIGTERM');
    await ended(server);
  }
}, 120_000);

test('one from before that commit is refused with the commit, by its folder and by its backup, and stays as it is', async () => {
  if (!earlier) return;
  await cp(dataDir('before'), dataDir('older'), { recursive: true });
  await onDatabase(dataDir('older'), (db) =>
    db.query('delete from supabase_migrations.schema_migrations where version = $1', [baseline]),
  );
  const before = await onDatabase(dataDir('older'), readRows);
  const backup = await run(earlier, 'tools/backup.ts', dataDir('older'), join(folder, 'older.tar.gz'));
  expect(backup.code, backup.output).toBe(0);
  const server = runProgram(process.execPath, ['server/main.ts'], {
    DATA_DIR: dataDir('older'),
    PORT: String(await freePort()),
  });
  expect(await ended(server)).toBe(1);
  const sentence = new RegExp(
    `The database is older than the migration ${baseline}_baseline \\(its last one is \\d{14}\\)\\. Nothing was changed\\. Update to commit [0-9a-f]+ first`,
  );
  expect(server.output()).toMatch(sentence);
  expect(await onDatabase(dataDir('older'), readRows)).toEqual(before);
  const restore = await run(root, 'tools/restore.ts', dataDir('nothing'), join(folder, 'older.tar.gz'));
  expect(restore).toMatchObject({ code: 1, output: expect.stringMatching(sentence) });
}, 300_000);
