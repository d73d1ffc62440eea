import { appendFile, cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import pg from 'pg';

/*
 * Stands in for the Supabase CLI, which cannot be had here: it notes how it was called, and does to our server, which
 * plays the hosted project, what the CLI does to a project. STAND_IN_FOLDER is the project's own folder.
 */

const repository = resolve(import.meta.dirname, '../../supabase');
const folder = process.env['STAND_IN_FOLDER'] ?? '';
const project = join(folder, 'project');
const args = process.argv.slice(2);

/** Our server, which plays the project, looks at its tables whenever they change: a deadlock with that is no defect. */
async function applyMigration(client: pg.Client, sql: string): Promise<void> {
  for (;;) {
    try {
      await client.query(sql);
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== '40P01') throw error;
    }
  }
}

/** Migrations that the project has not had, recorded as the CLI records them, then the seed. */
async function pushDatabase(): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
  await client.connect();
  await client.query(`create schema if not exists supabase_migrations;
    create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text)`);
  for (const file of (await readdir(join(repository, 'migrations'))).sort()) {
    const [, version, name] = /^(\d+)_(.+)\.sql$/.exec(file) ?? [];
    const known = await client.query('select from supabase_migrations.schema_migrations where version = $1', [
      version,
    ]);
    if (known.rowCount) continue;
    const sql = await readFile(join(repository, 'migrations', file), 'utf8');
    await applyMigration(client, sql);
    await client.query('insert into supabase_migrations.schema_migrations values ($1, $2, $3)', [
      version,
      [sql],
      name,
    ]);
  }
  if (args.includes('--include-seed'))
    await client.query(await readFile(join(repository, 'seed.sql'), 'utf8'));
  await client.end();
}

async function pushConfiguration(): Promise<void> {
  const text = await readFile(join(repository, 'config.toml'), 'utf8');
  const resolved = text.replace(/env\((\w+)\)/g, (unset, name: string) => process.env[name] ?? unset);
  await writeFile(join(project, 'config.toml'), resolved);
}

async function main(): Promise<void> {
  await appendFile(join(folder, 'calls'), `${args.join(' ')}\n`);
  const command = args.slice(0, 2).join(' ');
  if (command === process.env['STAND_IN_FAILS_AT']) {
    console.error('unexpected status 403');
    process.exitCode = 1;
  } else if (command === 'db push') await pushDatabase();
  else if (command === 'config push') await pushConfiguration();
  else if (command === 'functions deploy')
    await cp(join(repository, 'functions'), join(project, 'functions'), { recursive: true });
}

await main();
