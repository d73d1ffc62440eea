import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Queryable } from '../../backend/index.ts';
import { writeCompany } from '../../server/database.ts';
import { startProductApp, type ProductApp } from '../../server/testing/app.ts';
import { contentRules, type Content } from '../../shared/content/content.ts';
import { findProblems } from '../../shared/content/problems.ts';
import { mutated, readFirstRelease } from '../../shared/testing/content.ts';

const first = readFirstRelease();

let server: ProductApp;
beforeAll(async () => {
  server = await startProductApp();
});
afterAll(() => server[Symbol.asyncDispose]());

test('release 1 and the draft are shared/content/release-1.json (else: a migration)', async () => {
  const { db } = server.context;
  const firstRelease = await db.query('select id, content, note, published_by from content_releases');
  expect(firstRelease).toEqual([{ id: 1, content: first, note: '', published_by: null }]);
  expect(await db.query('select version, content from content_drafts')).toEqual([
    { version: 1, content: first },
  ]);
});

test('the database checks by the rules of shared/content (else: npm run gen, and a migration)', async () => {
  const [row] = await server.context.db.query('select private.content_rules() as rules');
  expect(row).toEqual({ rules: JSON.parse(JSON.stringify(contentRules)) as unknown });
});

test('release 1 gives the rows of the seed', async () => {
  const { db } = server.context;
  const seeded = await db.query('select * from time_based_routes order by id');
  await db.query(`select private.write_tours($1)`, [JSON.stringify(first.tours)]);
  expect(await db.query('select * from time_based_routes order by id')).toEqual(seeded);
});

test('both checkers find the same', async () => {
  const { db } = server.context;
  const sorted = (problems: readonly unknown[]) => problems.map((each) => JSON.stringify(each)).sort();
  const compare = async (document: unknown, isDraft: boolean): Promise<void> => {
    const sql = 'select problem from jsonb_array_elements(private.content_problems($1, $2)) as problem';
    const rows = await db.query<{ problem: { path: unknown; code: string; limit?: number } }>(sql, [
      JSON.stringify(document),
      isDraft,
    ]);
    const found = rows.map(({ problem: { path, code, limit } }) => ({
      path,
      code,
      ...(limit !== undefined && { limit }),
    }));
    expect(sorted(found)).toEqual(sorted(findProblems(document, isDraft)));
  };
  // Few places, so that edits reach every part of the document.
  const small = {
    ...first,
    places: first.places.slice(0, 2),
    routes: first.routes.map((route) => ({
      ...route,
      prices: [...route.prices, { pesos: 1, validFrom: '2026-12-01T08:00', validUntil: '2026-12-01T18:00' }],
    })),
    company: {
      ...first.company,
      logo: { path: 'logo.jpg', icon: 'icon.jpg' },
      nightHours: { from: '22:00', to: '06:00' },
      included: { tolls: true, parking: false, childSeat: false, bags: 2, other: { es: 'Agua' } },
      cards: true,
      receipt: 'whatsapp' as const,
    },
    notice: { text: { es: 'Hoy' }, validFrom: '2026-11-22', validUntil: '2026-11-23' },
  };
  await compare(small, false);
  await fc.assert(fc.asyncProperty(mutated(small), fc.boolean(), compare), { numRuns: 60 });
}, 60_000);

async function readCompany(
  db: Queryable,
  table = 'content_releases',
): Promise<Content['company'] | undefined> {
  const [row] = await db.query<{ company: Content['company'] }>(
    `select content -> 'company' as company from ${table}`,
  );
  return row?.company;
}

test('the first release has what the operator has set, until somebody edits the content', async () => {
  const environment = {
    BRAND_NAME: 'Mi Transfer',
    BRAND_TAGLINE: 'Siempre a la hora',
    WHATSAPP_NUMBER: '+56 2 (2345) 6789',
  };
  await using installed = await startProductApp({ environment });
  const { db } = installed.context;
  const expected = {
    ...first.company,
    name: 'Mi Transfer',
    tagline: { es: 'Siempre a la hora' },
    whatsappNumber: '+56223456789',
  };
  expect([await readCompany(db), await readCompany(db, 'content_drafts')]).toEqual([expected, expected]);
  const page = { brandName: 'Otro', brandTagline: '', whatsappNumber: '', mapsUrl: 'http://maps.example.cl' };
  await writeCompany(db, page);
  expect(await readCompany(db), 'an address that is not https').toEqual(expected);
  await writeCompany(db, { ...page, mapsUrl: 'https://maps.example.cl/{query}' });
  expect((await readCompany(db))?.name).toBe('Otro');
  await db.query('update content_drafts set version = 2');
  await writeCompany(db, { ...page, brandName: 'Tercero', mapsUrl: 'https://maps.example.cl' });
  expect((await readCompany(db))?.name).toBe('Otro');
});

test('without settings the first release shows no number', async () => {
  expect(await readCompany(server.context.db)).toEqual(first.company);
});

test('devices hear of a release: it is in the publication', async () => {
  const published = await server.context.db.query(
    `select tablename from pg_publication_tables where pubname = 'supabase_realtime' and tablename like 'content%'`,
  );
  expect(published).toEqual([{ tablename: 'content_releases' }]);
});

test('the files of a logo in the draft or in a release are needed, like its pictures', async () => {
  await using installed = await startProductApp();
  const { db } = installed.context;
  const needed = async () => {
    const rows = await db.query<{ name: string }>('select private.needed_pictures(now()) as name');
    return rows.map(({ name }) => name).sort();
  };
  expect(await needed()).toEqual([]);
  const logo = JSON.stringify({ path: 'logo.jpg', icon: 'icon.jpg' });
  await db.query(`update content_drafts set content = jsonb_set(content, '{company,logo}', $1)`, [logo]);
  expect(await needed()).toEqual(['icon.jpg', 'logo.jpg']);
});
