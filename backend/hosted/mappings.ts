import { readTables, sqlName } from '../backup/tables.ts';
import type { Queryable } from '../db/database.ts';
import { readProjectVersions } from '../db/migrate.ts';
import { withoutOneTimeTokens } from '../auth/store/users.ts';
import { OperatorError } from '../util/operator-error.ts';
import { readCatalog, type HostedTable } from './catalog.ts';
import type { Ends, Mapping } from './copy.ts';

type Catalog = ReadonlyMap<string, HostedTable>;
type Rule = Pick<Mapping, 'replaced' | 'where' | 'key'>;

/** Schemas that the platform brings, on either side. */
const platformSchemas = new Set(['auth', 'storage', 'platform', 'extensions']);

const sqlTexts = (values: object) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `'${String(value)}'`]));

/**
 * The tables of `auth` that go along. Sessions, codes, links and flows stay: each side signs them with keys of its own.
 * Upstream finds accounts only under the instance id of zeros.
 */
const accountRules: Readonly<Record<string, Rule>> = {
  'auth.users': {
    replaced: {
      ...sqlTexts(withoutOneTimeTokens),
      instance_id: `'00000000-0000-0000-0000-000000000000'`,
      email: `nullif(email, '')`,
      phone: `nullif(phone, '')`,
      email_change: `''`,
      phone_change: `''`,
      email_change_confirm_status: '0',
    },
  },
  'auth.identities': {},
  'auth.webauthn_credentials': {},
  'auth.sso_providers': {},
  'auth.sso_domains': {},
  'auth.saml_providers': {},
  'auth.audit_log_entries': {},
};

/** The mappings of a move, in groups that are written differently. */
export interface Mappings {
  readonly accounts: readonly Mapping[];
  readonly factors: Mapping;
  readonly rows: readonly Mapping[];
  readonly buckets: Mapping;
  readonly objects: Mapping;
}

function mapping(name: string, from: Catalog, into: Catalog, rule: Rule): readonly Mapping[] {
  const [source, target] = [from.get(name), into.get(name)];
  return source && target ? [{ from: source, into: target, ...rule }] : [];
}

function required(found: readonly Mapping[], name: string): Mapping {
  const [first] = found;
  if (!first)
    throw new OperatorError(`One side has no table ${name}: it is no Supabase-compatible database.`);
  return first;
}

async function isFilled(db: Queryable, table: HostedTable): Promise<boolean> {
  return (await db.query(`select from ${sqlName(table)} limit 1`)).length > 0;
}

/** @throws OperatorError when a table or column of the source that the target lacks would be lost */
async function refuseLosses(source: Queryable, from: Catalog, into: Catalog): Promise<void> {
  for (const [name, table] of from) {
    const columns = into.get(name)?.columns;
    const lacking = table.columns.find((column) => !columns?.some((each) => each.name === column.name));
    if (!lacking || !(await isFilled(source, table))) continue;
    const what = columns ? `column ${name}.${lacking.name}` : `table ${name}`;
    throw new OperatorError(
      `The source has a ${what}, which the target lacks. Write a migration that makes it, or drop it at the source.`,
    );
  }
}

/** @throws OperatorError when the two sides are of different versions of the project */
async function compareMigrations({ from, into }: Ends, supabaseDir: string): Promise<void> {
  const source = await readProjectVersions(from, supabaseDir);
  const target = await readProjectVersions(into, supabaseDir);
  const onlyIn = (these: readonly string[], those: readonly string[]) =>
    these.filter((version) => !those.includes(version)).join(', ');
  const [lacking, unknown] = [onlyIn(source, target), onlyIn(target, source)];
  if (lacking === '' && unknown === '') return;
  const differences = [
    lacking && `the target lacks the migrations ${lacking}`,
    unknown && `the source lacks ${unknown}`,
  ];
  throw new OperatorError(
    `The two sides are of different versions: ${differences.filter(Boolean).join('; ')}. Bring both to the same version first.`,
  );
}

/**
 * Plans a move between an installation and a hosted project: accounts, rows of the project's own schemas, buckets, objects.
 * @param own the end that is our installation: it knows the project's schemas
 * @param supabaseDir the project's folder, whose baseline replaces earlier migrations
 * @throws OperatorError when the two sides do not fit
 */
export async function planMappings(ends: Ends, own: Queryable, supabaseDir: string): Promise<Mappings> {
  await compareMigrations(ends, supabaseDir);
  const tables = (await readTables(own)).filter(({ schema }) => !platformSchemas.has(schema));
  const schemas = [...new Set(tables.map(({ schema }) => schema))];
  const [from, into] = [await readCatalog(ends.from, schemas), await readCatalog(ends.into, schemas)];
  await refuseLosses(ends.from, from, into);
  const platform = [
    await readCatalog(ends.from, ['auth', 'storage']),
    await readCatalog(ends.into, ['auth', 'storage']),
  ] as const;
  const objects = required(mapping('storage.objects', ...platform, {}), 'storage.objects');
  const isHidden = objects.from.columns.some(({ name }) => name === 'is_delete_marker');
  return {
    accounts: Object.entries(accountRules).flatMap(([name, rule]) => mapping(name, ...platform, rule)),
    factors: required(mapping('auth.mfa_factors', ...platform, {}), 'auth.mfa_factors'),
    rows: [...from.keys()].flatMap((name) => mapping(name, from, into, {})),
    buckets: required(mapping('storage.buckets', ...platform, { key: 'id' }), 'storage.buckets'),
    // Former versions and markers of deleted objects, where the hosted storage keeps them.
    objects: { ...objects, ...(isHidden && { where: 'archived_at is null and not is_delete_marker' }) },
  };
}
