import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { cores, percentiles, whole } from '../../backend/bench/machine/load.ts';
import type { Person } from '../../backend/bench/machine/person.ts';
import type { BenchServer } from '../../backend/bench/machine/server.ts';
import { searchedColumns } from '../../web/data/list/search.ts';
import { signInAdministrator } from '../administrator.ts';
import { startProduct } from '../product.ts';
import { company, writeTripCompany } from './fixture.ts';

/** How often each is asked, and how many messages are pasted at once. */
const [readings, pasted] = [60, 1_000];

interface Asked {
  readonly name: string;
  readonly path: string;
  readonly body?: object;
  /** The least that finds the same rows, on the driver's own connection. */
  readonly beside: string;
}

const list = (filter: string) => `/rest/v1/trip_list?select=*&${filter}&order=day.asc.nullsfirst,clock,id`;
/** As `web/data/list/search.ts` looks for a word in the trips of the last month and later. */
const searched = (word: string) =>
  searchedColumns.trip_list
    .filter((column) => column !== 'license_plate')
    .map((column) => `${column}.imatch.${word}`)
    .join(',');
const page = 'limit=25&offset=0';

interface Days {
  readonly today: string;
  readonly tomorrow: string;
  readonly monthAgo: string;
  readonly trip: string;
}

function questions({ today, tomorrow, monthAgo, trip }: Days): readonly Asked[] {
  const ofDay = (day: string) =>
    `select * from trips t join trip_people p on p.trip_id = t.id where t.day = '${day}'`;
  return [
    {
      name: 'list, from today on',
      path: list(`or=(day.gte.${today},other_day.gte.${today},day.is.null)&${page}`),
      beside: `select * from trips t join trip_people p on p.trip_id = t.id where t.day >= '${today}' order by t.day, t.clock limit 25`,
    },
    {
      name: 'list of a day',
      path: list(`or=(day.eq.${tomorrow},other_day.eq.${tomorrow})&${page}`),
      beside: `${ofDay(tomorrow)} limit 25`,
    },
    {
      name: 'list of what lacks a driver',
      path: `/rest/v1/rpc/trips_in_need?select=*&state=in.(requested,confirmed,on_way,waiting,on_board)&order=day.asc.nullsfirst,clock,id&${page}`,
      body: { need: 'driver' },
      beside: `select * from trips where state = 'confirmed' and driver_id is null limit 25`,
    },
    {
      name: 'board of a day',
      path: list(`or=(day.eq.${tomorrow},other_day.eq.${tomorrow})&limit=1000`),
      beside: ofDay(tomorrow),
    },
    {
      name: 'search in the list',
      path: list(
        `${['mu[nñ]oz', 'abc'].map((word) => `or=(${searched(word)})`).join('&')}&or=(day.gte.${monthAgo},day.is.null)&${page}`,
      ),
      beside: `select * from trip_people where name ~* 'abc' limit 25`,
    },
    {
      name: 'search across everything',
      path: '/rest/v1/rpc/search_company',
      body: { query: 'Muñoz' },
      beside: `select * from trip_people where name ~* 'mu[nñ]oz' limit 5`,
    },
    { name: 'Hoy', path: '/rest/v1/rpc/today', body: {}, beside: `select count(*) from trips where is_live` },
    {
      name: 'drivers for a trip',
      path: '/rest/v1/rpc/trip_drivers',
      body: { trip },
      beside: 'select * from drivers',
    },
  ];
}

async function ask(
  server: BenchServer,
  headers: Person['headers'],
  { path, body }: Pick<Asked, 'path' | 'body'>,
) {
  const started = performance.now();
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    headers: { ...headers, 'content-type': 'application/json', prefer: 'count=exact' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} responded ${response.status}: ${text}`);
  return performance.now() - started;
}

async function timeBeside(client: pg.Client, sql: string): Promise<number> {
  const started = performance.now();
  await client.query(sql);
  return performance.now() - started;
}

async function timeQuestions(
  server: BenchServer,
  client: pg.Client,
  headers: Person['headers'],
): Promise<string> {
  const { rows } = await client.query<Days>(
    `select private.chile_today()::text as today, (private.chile_today() + 1)::text as tomorrow,
       (private.chile_today() - 31)::text as "monthAgo",
       (select id from trips where day = private.chile_today() + 3 and driver_id is null limit 1) as trip`,
  );
  const lines: string[] = [];
  for (const asked of questions(rows[0]!)) {
    const [took, beside]: [number[], number[]] = [[], []];
    await ask(server, headers, asked);
    for (let count = 0; count < readings; count += 1) {
      took.push(await ask(server, headers, asked));
      beside.push(await timeBeside(client, asked.beside));
    }
    const [ours, least] = [percentiles(took), percentiles(beside)];
    lines.push(
      `| ${asked.name} | ${[ours(0.5), ours(0.95), least(0.5)].map((ms) => ms.toFixed(1)).join(' | ')} |`,
    );
  }
  return lines.join('\n');
}

/** Pasted messages of trips next week. @returns milliseconds for all, and for the same again */
async function timePaste(
  server: BenchServer,
  client: pg.Client,
  headers: Person['headers'],
): Promise<string> {
  const { rows } = await client.query<{ day: string }>('select (private.chile_today() + 7)::text as day');
  const messages = Array.from({ length: pasted }, (_, index) => ({
    key: randomUUID(),
    text: `Hola, quiero reservar un traslado ${randomUUID()}`,
    fields: {
      direction: 'to',
      day: rows[0]!.day,
      clock: '10:00',
      source: 'message',
      people: 2,
      pesos: 18_000,
    },
    person: { name: `Ana ${index}`, phone: `+569${String(50_000_000 + index)}` },
  }));
  const asked = { path: '/rest/v1/rpc/take_messages', body: { messages } };
  const first = await ask(server, headers, asked);
  return `${whole(first)} ms; the same once more, ${whole(await ask(server, headers, asked))} ms`;
}

/** The office's day in a company of 100,000 trips. */
export async function measureTrips(): Promise<string> {
  await using server = await startProduct(8979);
  const client = new pg.Client({ host: server.socketFolder, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    await writeTripCompany(client);
    const { headers } = { headers: await signInAdministrator(server) };
    const timed = await timeQuestions(server, client, headers);
    const paste = await timePaste(server, client, headers);
    return `# The office's day

\`npm run bench -- trips\`: a company has ${whole(company.trips)} trips, ${whole(company.aDay)} a day and ${whole(company.drivers)} drivers; ${company.ahead} days of them are still to come.
An administrator asks each ${readings} times over HTTP; beside it stands the time in which the database driver alone finds the
same rows, without the words of what needs a hand. Client and server on the same ${cores}, which are shared and noisy.

| question | median, ms | 95th percentile, ms | least, median, ms |
| --- | ---: | ---: | ---: |
${timed}

${whole(pasted)} pasted messages: ${paste}.
`;
  } finally {
    await client.end();
  }
}
