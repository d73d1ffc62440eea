import { parseArgs } from 'node:util';
import { parseDatabaseUrl, parseUrl } from '../backend/config/parsers.ts';
import type { Moved } from '../backend/hosted/move.ts';

/**
 * The arguments of `npm run import` and `npm run export`.
 * @param option the one that names the hosted database: `from` or `to`
 * @throws Error with the usage when one is missing; ConfigError
 */
export function readMove(option: 'from' | 'to', usage: string) {
  const { values } = parseArgs({
    options: { [option]: { type: 'string' }, url: { type: 'string' }, key: { type: 'string' } },
  });
  const read = (name: string, variable: string): string => {
    const value = values[name] ?? process.env[variable];
    if (typeof value !== 'string' || value === '') throw new Error(usage);
    return value;
  };
  return {
    databaseUrl: parseDatabaseUrl(`--${option}`, read(option, 'HOSTED_DATABASE_URL')),
    api: {
      url: parseUrl('--url', read('url', 'HOSTED_URL')),
      key: read('key', 'HOSTED_SECRET_KEY'),
    },
  };
}

/** Prints the counts of a move, and who has to do something. */
export function printMove({ rows, files, missingFiles, lostFactors }: Moved): void {
  for (const [table, count] of Object.entries(rows)) if (count > 0) console.log(`${table}: ${count} rows`);
  console.log(`${files} files. The numbers were counted again on the other side.`);
  if (missingFiles > 0) console.log(`${missingFiles} stored objects have no bytes at the source.`);
  if (lostFactors.length > 0)
    console.log(
      `These accounts lost a second factor, which cannot be moved; set it up again: ${lostFactors.join(', ')}`,
    );
}
