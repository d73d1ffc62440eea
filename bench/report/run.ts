import pg from 'pg';
import { cores, percentiles, whole } from '../../backend/bench/machine/load.ts';
import type { Person } from '../../backend/bench/machine/person.ts';
import type { BenchServer } from '../../backend/bench/machine/server.ts';
import { signInAdministrator } from '../administrator.ts';
import { startProduct } from '../product.ts';
import { company, writeCompany } from './fixture.ts';

/** How often each report is read, and how often its reviews are counted anew. */
const [readings, recounts] = [60, 10];

/** The periods that the panel offers, in days up to today. */
const periods: Readonly<Record<string, number>> = {
  'a day': 1,
  'a week': 7,
  'a month': 30,
  'a quarter': 91,
  'a year': 365,
  'three years': company.days,
};

interface Span {
  readonly since: string;
  readonly until: string;
}

async function spanOf(client: pg.Client, days: number): Promise<Span> {
  const { rows } = await client.query<Span>(
    `select (private.chile_today() - $1::int + 1)::text as since, private.chile_today()::text as until`,
    [days],
  );
  return rows[0]!;
}

/** @returns milliseconds, and the reviews that the report counts */
async function readReport(server: BenchServer, headers: Person['headers'], span: Span) {
  const started = performance.now();
  const response = await fetch(`http://127.0.0.1:${server.port}/rest/v1/rpc/report`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(span),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`report responded ${response.status}: ${text}`);
  const took = performance.now() - started;
  return { took, reviews: (JSON.parse(text) as { now: { reviews: number } }).now.reviews };
}

/** The driver's recount of the reviews by driver, on its own connection. @returns milliseconds, and the reviews */
async function recount(client: pg.Client, { since, until }: Span) {
  const started = performance.now();
  const { rows } = await client.query<{ reviews: number }>(
    `select driver_id, count(*)::int as reviews, sum(rating), count(*) filter (where rating <= 3)
     from reviews
     where hidden_at is null and created_at >= $1::date::timestamp at time zone 'America/Santiago'
       and created_at < ($2::date + 1)::timestamp at time zone 'America/Santiago'
     group by driver_id`,
    [since, until],
  );
  const took = performance.now() - started;
  return { took, reviews: rows.reduce((sum, row) => sum + row.reviews, 0) };
}

async function timeReports(server: BenchServer, client: pg.Client): Promise<string> {
  const administrator = await signInAdministrator(server);
  const lines: string[] = [];
  for (const [name, days] of Object.entries(periods)) {
    const span = await spanOf(client, days);
    const [reports, counted]: [number[], number[]] = [[], []];
    const first = await readReport(server, administrator, span);
    const raw = await recount(client, span);
    if (first.reviews !== raw.reviews)
      throw new Error(`${name}: the report has ${first.reviews} reviews, a recount ${raw.reviews}`);
    for (let count = 0; count < readings; count += 1)
      reports.push((await readReport(server, administrator, span)).took);
    for (let count = 0; count < recounts; count += 1) counted.push((await recount(client, span)).took);
    const [report, beside] = [percentiles(reports), percentiles(counted)];
    const cells = [
      whole(first.reviews),
      ...[report(0.5), report(0.95), beside(0.5)].map((ms) => ms.toFixed(1)),
    ];
    lines.push(`| ${name} | ${cells.join(' | ')} |`);
  }
  return lines.join('\n');
}

/** The report of a company of many years, beside a recount of its reviews. */
export async function measureReport(): Promise<string> {
  await using server = await startProduct(8977);
  const client = new pg.Client({ host: server.socketFolder, user: 'postgres', database: 'postgres' });
  await client.connect();
  try {
    await writeCompany(client);
    const timed = await timeReports(server, client);
    return `# The report of many years

\`npm run bench -- report\`: a company has ${whole(company.drivers)} drivers, ${whole(company.vehicles)} vehicles, ${whole(company.reviews)} reviews, ${whole(company.shifts)} shifts,
${whole(company.cases)} cases and ${whole(company.days)} days of counts. An administrator reads the report of each period ${readings} times; beside it
stands the time in which the database driver alone counts the reviews of the period by driver. Both agree. Client and server
on the same ${cores}, which are shared and noisy.

| period | reviews | report, median, ms | report, 95th percentile, ms | recount alone, median, ms |
| --- | ---: | ---: | ---: | ---: |
${timed}
`;
  } finally {
    await client.end();
  }
}
