import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { openDatabase } from '../backend/db/database.ts';
import { startEmbeddedPostgres } from '../backend/db/embedded.ts';
import { migrate } from '../backend/db/migrate.ts';
import { withTestFiles } from './gen/checks.ts';
import { contentRulesSql } from './gen/content-rules.ts';
import { configurationPage } from './gen/configuration-page.ts';
import { databaseTypes } from './gen/database-types.ts';
import { mailLifetime, mailTemplates, withMailTemplates } from './gen/mail-templates.ts';

const root = resolve(import.meta.dirname, '..');

/** The mail templates of a hosted project, and their section of `config.toml`. */
async function writeMailTemplates(): Promise<void> {
  const path = join(root, 'supabase/config.toml');
  const config = await readFile(path, 'utf8');
  const templates = mailTemplates(mailLifetime(config));
  const folder = join(root, 'supabase/templates');
  await mkdir(folder, { recursive: true });
  for (const { name, html } of templates) await writeFile(join(folder, `${name}.html`), html);
  await writeFile(path, withMailTemplates(config, templates));
}

/** Writes the generated files. Their tests fail when they are not up to date. */
async function main(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'transfer-gen-'));
  await using postgres = await startEmbeddedPostgres(folder.path, () => {});
  const { connection } = postgres;
  await using db = openDatabase({ owner: connection, caller: connection, onError: console.error });
  await migrate(db, join(root, 'supabase'));
  await writeFile(join(root, 'shared/database.types.ts'), await databaseTypes(db));
  await writeFile(join(root, 'docs/configuration.md'), configurationPage());
  await writeFile(join(root, 'supabase/schemas/12_content_rules.sql'), contentRulesSql());
  await writeMailTemplates();
  const checks = join(root, 'docs/checks.md');
  await writeFile(checks, withTestFiles(await readFile(checks, 'utf8')));
}

await main();
