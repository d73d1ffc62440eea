/** Begins the names of the archived WAL, which lies beside the backups in a store: see `backend/wal/layout.ts`. */
export const walPrefix = 'wal/';

const namePattern = /^[\w-]+-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;

/**
 * Name of a backup: it ends with the time, in UTC.
 * @param product which product it is of
 */
export function archiveName(product: string, time: Date): string {
  return `${product}-${time.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz`;
}

/** The clocks of two machines differ a little. */
const clockToleranceMs = 5 * 60 * 1000;

/** Whether a backup was made while the clock was wrong: its name is of a time to come. */
export function isToCome(madeAt: Date): boolean {
  return madeAt.getTime() > Date.now() + clockToleranceMs;
}

/**
 * The names that are a backup's, with the time of each. Those of a time to come are last: else the next backup would wait
 * until then, and be removed as the oldest.
 */
export function newestFirst(names: readonly string[]) {
  return names
    .filter((name) => namePattern.test(name))
    .map((name) => ({ name, madeAt: new Date(name.replace(namePattern, '$1-$2-$3T$4:$5:$6Z')) }))
    .toSorted(
      (one, other) =>
        Number(isToCome(one.madeAt)) - Number(isToCome(other.madeAt)) ||
        other.madeAt.getTime() - one.madeAt.getTime(),
    );
}
