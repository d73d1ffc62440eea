const namePattern = /^[\w-]+-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz$/;

/**
 * Name of a backup: it ends with the time, in UTC.
 * @param product which product it is of
 */
export function archiveName(product: string, time: Date): string {
  return `${product}-${time.toISOString().replaceAll(/[-:]|\.\d+/g, '')}.tar.gz`;
}

/** The names that are a backup's, with the time of each. */
export function newestFirst(names: readonly string[]) {
  return names
    .filter((name) => namePattern.test(name))
    .map((name) => ({ name, madeAt: new Date(name.replace(namePattern, '$1-$2-$3T$4:$5:$6Z')) }))
    .toSorted((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}
