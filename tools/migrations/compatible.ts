import { collectChanges, collectFunctions, statementsOf } from './history.ts';
import { rules } from './rules.ts';

/** The first line of a migration that takes away what no running process uses any more, and since which version. */
const contract = /^-- contract: .{10,} since \d+\.\d+/;

/**
 * Finds the statements of a migration that a process of the version before could not live with. In a rolling update it
 * still runs when the first process of the new version has migrated. A migration expands: it adds what the new version
 * needs. A later one contracts, and begins with `-- contract: <what and why>, used by nobody since <version>`.
 * @param earlier the SQL of the migrations before it
 * @returns one sentence for each such statement
 * @throws SqlError
 */
export async function findIncompatible(earlier: readonly string[], sql: string): Promise<readonly string[]> {
  if (contract.test(sql)) return [];
  const before = (await Promise.all(earlier.map(statementsOf))).flat();
  const statements = await statementsOf(sql);
  const functions = collectFunctions(before);
  const changes = collectChanges(statements, functions);
  return statements.flatMap((node) => rules.flatMap((rule) => rule(node, changes, functions)));
}
