import { expect, test } from 'vitest';
import { chileanDay, chileanMoment } from '../../shared/chile/time.ts';
import { chileanZones, setCompanyZone } from '../../shared/chile/zone.ts';
import { startProductApp } from '../../server/testing/app.ts';
import type { Queryable } from '../../backend/db/database.ts';
import { writeSettings } from '../../server/database.ts';

async function settings(db: Queryable): Promise<Record<string, string>> {
  const rows = await db.query<{ name: string; value: string }>('select name, value from private.settings');
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

test('a server writes its settings for the policies; the last one to start decides', async () => {
  await using server = await startProductApp({
    environment: {
      DRIVER_APPROVAL: 'manual',
      REVIEWS_PER_HOUR: '7',
      AUDIT_RETENTION_DAYS: '90',
      SHIFT_RETENTION_DAYS: '730',
      FORMER_DRIVER_RETENTION_DAYS: '90',
      CASE_ANSWER_DAYS: '10',
      CASE_RETENTION_DAYS: '60',
      REPORT_MAIL: 'false',
      CARD_RETENTION_DAYS: '400',
      TRIP_PASSENGER_RETENTION_DAYS: '20',
      TRIP_RETENTION_DAYS: '500',
      COMPANY_ZONE: 'Pacific/Easter',
    },
  });
  const { db, config } = server.context;
  const given = {
    config,
    reviewsPerHour: 7,
    driverApproval: 'manual',
    shiftRetentionDays: 730,
    formerDriverRetentionDays: 90,
    caseAnswerDays: 10,
    caseRetentionDays: 60,
    reportMail: false,
    cardRetentionDays: 400,
    tripPassengerRetentionDays: 20,
    tripRetentionDays: 500,
    page: { companyZone: 'Pacific/Easter' },
  } as const;
  const manual = {
    driver_approval: 'manual',
    reviews_per_hour: '7',
    require_admin_mfa: 'false',
    audit_retention_days: '90',
    documents_stop_service: 'false',
    shift_retention_days: '730',
    former_driver_retention_days: '90',
    case_answer_days: '10',
    case_retention_days: '60',
    report_mail: 'false',
    card_retention_days: '400',
    trip_passenger_retention_days: '20',
    trip_retention_days: '500',
    company_zone: 'Pacific/Easter',
  };
  expect(await settings(db)).toEqual(manual);
  await Promise.all([writeSettings(db, given), writeSettings(db, given), writeSettings(db, given)]);
  expect(await settings(db)).toEqual(manual);
  await writeSettings(db, { ...given, driverApproval: 'automatic' });
  expect(await settings(db)).toEqual({ ...manual, driver_approval: 'automatic' });
});

test('no caller reads or writes the settings, and a mistyped one fails', async () => {
  await using server = await startProductApp();
  const { db } = server.context;
  for (const sql of [
    'select value from private.settings',
    `select private.setting('driver_approval')`,
    `select private.configure('{"driver_approval": "manual"}')`,
  ])
    for (const role of ['anon', 'authenticated', 'service_role'])
      await expect(
        db.transaction(async (transaction) => {
          await transaction.query(`set local role ${role}`);
          await transaction.query(sql);
        }),
        `${role}: ${sql}`,
      ).rejects.toThrow('permission denied');
  for (const wrong of [
    '{"driver_aproval": "manual"}',
    '{"reviews_per_hour": "many"}',
    '{"company_zone": "Europe/Paris"}',
  ])
    await expect(db.query('select private.configure($1)', [wrong])).rejects.toThrow('settings_value');
});

test('policies follow the settings, which are not parameters of a role', async () => {
  await using server = await startProductApp();
  const { db } = server.context;
  const register = async (plate: string) => {
    const nora = server.as('nora');
    const response = await nora.request('/rest/v1/drivers', {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'return=representation' },
      body: JSON.stringify({ name: 'Nora', license_plate: plate, driver_code: plate }),
    });
    const [row] = (await response.json()) as { id: string; approved: boolean }[];
    await db.query('update drivers set created_by = null where id = $1', [row?.id]);
    return row?.approved;
  };
  expect(await register('NNNN11')).toBe(true);
  await db.query(`select private.configure('{"driver_approval": "manual"}')`);
  expect(await register('NNNN12')).toBe(false);
  const parameters = await db.query(
    `select from pg_db_role_setting, unnest(setconfig) as parameter where parameter like 'app.%'`,
  );
  expect(parameters).toEqual([]);
});

test('serves a foreign project without these settings', async () => {
  await using server = await startProductApp();
  const { db, config } = server.context;
  await db.query('drop function private.configure(jsonb)');
  await expect(
    writeSettings(db, {
      config,
      reviewsPerHour: 0,
      driverApproval: 'manual',
      shiftRetentionDays: 365,
      formerDriverRetentionDays: 365,
      caseAnswerDays: 5,
      caseRetentionDays: 90,
      reportMail: true,
      cardRetentionDays: 730,
      tripPassengerRetentionDays: 30,
      tripRetentionDays: 730,
      page: { companyZone: 'America/Santiago' },
    }),
  ).resolves.toBeUndefined();
});

test('the company’s day begins at its own midnight, in each zone of Chile and around its changes of clocks', async () => {
  await using server = await startProductApp();
  const { db } = server.context;
  const days = ['2026-04-04', '2026-04-05', '2026-09-05', '2026-09-06', '2027-06-15', '2026-12-31'];
  for (const zone of chileanZones) {
    await db.query(`select private.configure(jsonb_build_object('company_zone', $1::text))`, [zone]);
    setCompanyZone(zone);
    const rows = await db.query<{ midnight: Date }>(
      'select private.chile_midnight(day) as midnight from unnest($1::date[]) as day',
      [days],
    );
    expect(rows.map(({ midnight }) => midnight)).toEqual(days.map((day) => chileanMoment(day, '00:00')));
    const [today] = await db.query('select private.chile_today()::text as today');
    expect(today).toEqual({ today: chileanDay(new Date()) });
  }
  setCompanyZone('America/Santiago');
});
