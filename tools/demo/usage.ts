import type { Queryable } from '../../backend/index.ts';
import type { Language } from '../../shared/languages.ts';
import { usageNames, type UsageName } from '../../shared/usage.ts';

/** The days over which the uses are spread. */
const usageDays = 90;
/** The uses of the most used panel on a day, by language. */
const busiest: Readonly<Record<Language, number>> = { es: 14, en: 11, pt: 7, fr: 3, de: 4 };
/** The least used come last, however the panels are ordered. */
const byPopularity: readonly UsageName[] = [
  'airport',
  'routes',
  'places',
  'rating',
  'whatsappCode',
  'tours',
  'driver',
];

/** Writes what passengers opened, as the devices would have counted it. */
export async function writeUsage(db: Queryable): Promise<void> {
  const names = [...byPopularity, ...usageNames.filter((name) => !byPopularity.includes(name))];
  const kinds = Object.entries(busiest).flatMap(([language, most]) =>
    names.map((name, place) => ({ name, language, uses: Math.ceil(most / (1 + place / 2)) })),
  );
  await db.query(
    `insert into private.usage_counts (day, name, language, uses)
     select private.chile_today() - day, name, language, 1 + (uses * (7 + day % 5) / 11)
     from generate_series(0, $2::integer - 1) day, jsonb_to_recordset($1) as row (name text, language text, uses integer)`,
    [JSON.stringify(kinds), usageDays],
  );
}
