import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newBookingId } from '../../shared/booking/bookingId.ts';
import { createInstallation, type Installation } from './installation.ts';
import { createPeople } from './trip-people.ts';

/** Parts of the name, number, address and mail of the invented passengers alone. */
const marks = ['Quorvathil', '4915199900', 'Inventada', 'zyxanna'] as const;

const passenger = (index: number) => ({
  name: `Zyx${index} Quorvathil`,
  phone: `+4915199900${String(index).padStart(2, '0')}`,
  email: `zyxanna.${index}@example.com`,
  to_text: `Calle Inventada ${index}`,
  note: `Quorvathil ${index} espera en Inventada`,
});

/** The tables with a row that has one of the marks. */
async function tablesWithMarks({ query }: Installation): Promise<readonly string[]> {
  const tables = await query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(60);
  const rows = await query<{ name: string }>(
    tables
      .map(({ name }) => `select '${name}' as name from ${name} t where t::text ~* '${marks.join('|')}'`)
      .join(' union '),
  );
  return rows.map(({ name }) => name).toSorted();
}

/** The files of the data folder that have one of the marks, but for those in which PostgreSQL keeps its tables. */
async function filesWithMarks({ dataDir }: Installation): Promise<readonly string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && !/\/postgres\/(base|global|pg_\w+)(\/|$)/.test(`${entry.parentPath}/`),
  );
  expect(files.length).toBeGreaterThan(3);
  const found = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const text = (await readFile(join(parentPath, name))).toString('latin1');
      return marks.some((mark) => text.includes(mark)) ? [join(parentPath, name)] : [];
    }),
  );
  return found.flat();
}

test('31 days after their trips, twenty passengers are in no table, no file and no log', async () => {
  await using installation = await createInstallation({ REQUIRE_ADMIN_MFA: 'false', LOG_LEVEL: 'debug' });
  const { query } = installation;
  await installation.start();
  const people = await createPeople(installation);
  await query(
    `insert into public.content_releases (id, content)
     select id + 1, jsonb_set(content, '{company,tripRequests}', 'true') from public.content_releases order by id desc limit 1`,
  );
  const [{ driver = '', day = '', clock = '' } = {}] = await query<Record<string, string>>(
    `select d.id as driver, to_char(at, 'YYYY-MM-DD') as day, to_char(at, 'HH24:MI') as clock
     from public.drivers d, (select (now() + interval '30 minutes') at time zone private.company_zone() as at) as moment`,
  );
  const office = (name: string, body: object) => people.send({ who: 'office', name }, body);
  const landing = { direction: 'from', landing_day: day, landing_clock: clock };
  for (let index = 0; index < 20; index += 1) {
    const [trip, { note, ...person }] = [randomUUID(), passenger(index)];
    const answers =
      index % 3 === 0
        ? [
            await office('save_trip', {
              trip,
              fields: { ...landing, state: 'confirmed' },
              person: { ...person, note },
            }),
          ]
        : index % 3 === 1
          ? [
              await office('take_messages', {
                messages: [
                  { key: trip, text: `Soy ${person.name} ${person.phone} ${note}`, fields: landing, person },
                ],
              }),
            ]
          : [
              await people.send(
                { who: 'nobody', name: 'request_trip' },
                { booking: newBookingId(), consent: true, fields: { ...landing, payment: 'cash' }, person },
              ),
            ];
    for (const answer of answers)
      expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)]);
  }
  const trips = await query<{ id: string; version: number; secret: string }>(
    'select id, version, private.trip_secret(id, link_version) as secret from public.trips order by id',
  );
  expect(trips).toHaveLength(20);
  for (const [index, { id: trip, version, secret }] of trips.entries()) {
    const changed = { ...passenger(index), name: `Zyx${index} Quorvathil-Inventada` };
    const fields = { driver_id: driver, state: 'confirmed', pesos: 20_000 };
    // All at once, with the overlaps that they make.
    const saved = { trip, version, fields, person: changed, allowed: trips.map(({ id }) => id) };
    expect((await office('save_trip', saved)).status).toBe(200);
    // A call that is refused, and searches.
    await office('save_trip', {
      trip,
      version: 99,
      fields: { code: changed.name },
      person: { phone: changed.phone.slice(0, 9) },
    });
    await office('search_company', { query: changed.name });
    const delay = { secret, landing_day: day, landing_clock: '23:50' };
    const fare = { id: randomUUID(), kind: 'fare', method: 'cash', pesos: 20_000 };
    const places = { origin: 'Aeropuerto', destination: 'Providencia' };
    const answers = [
      await people.send({ who: 'nobody', name: 'delay_trip' }, delay),
      await office('pay_trip', { trip, payments: [fare] }),
      await office('issue_trip_receipt', { id: randomUUID(), trip, ...places }),
    ];
    expect(answers.map(({ ok }) => ok)).toEqual([true, true, true]);
  }
  expect(await tablesWithMarks(installation)).toContain('public.trip_people');

  await query('update public.trips set landing_day = landing_day - 31');
  await query('select private.forget_trips(now())');
  expect(await query('select from public.trips where is_forgotten')).toHaveLength(20);
  expect(await tablesWithMarks(installation)).toEqual([]);
  expect(await filesWithMarks(installation)).toEqual([]);
  expect(installation.output()).toContain('/rest/v1/rpc');
  for (const mark of marks) expect(installation.output()).not.toContain(mark);
});
