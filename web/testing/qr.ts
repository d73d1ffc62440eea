import { encode } from 'uqr';

/** The dark modules of a QR code, as `x,y` from the corner of its quiet zone, sorted. */
type Modules = readonly string[];

/** The modules that the code of an address has. */
export function modulesOf(url: string): Modules {
  const { data } = encode(url, { ecc: 'M', border: 4 });
  return data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x},${y}`] : []))).toSorted();
}

/**
 * The modules that a code on the screen shows.
 * @param path the `d` of its path
 */
export function shownModules(path: string): Modules {
  return [...path.matchAll(/M(\d+) (\d+)h(\d+)v1/g)]
    .flatMap(([, x, y, length]) => Array.from({ length: Number(length) }, (_, i) => `${Number(x) + i},${y}`))
    .toSorted();
}
