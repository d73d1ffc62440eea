import { normalizePlate } from '../../../../shared/chile/plate.ts';
import type { FoundOwner } from '../../../data/documents/documentGrid.ts';
import { readDay } from '../days.ts';
import { findKinds, type NamedKind } from '../kindNames.ts';

/** The words of a file's name without its ending, as they stand. */
function partsOf(name: string): readonly string[] {
  return name
    .replace(/\.[A-Za-z]{3,4}$/, '')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part !== '');
}

/** A plate may stand in pairs (BB·CD·12), a code in more parts (C-0-14). */
const mostParts = 4;
const mostSigns = 12;

/** Everything in a file's name that may be a plate or a driver's code, as the database is asked for it. */
export function ownerNames(name: string): readonly string[] {
  const parts = partsOf(name);
  const names = parts.flatMap((_, start) =>
    Array.from({ length: Math.min(mostParts, parts.length - start) }, (__, more) =>
      normalizePlate(parts.slice(start, start + more + 1).join('')),
    ),
  );
  return [...new Set(names)].filter((each) => each.length <= mostSigns);
}

/** A year or the number of a copy is a driver's code only where the name begins with it. */
const isWeak = (written: string): boolean => /^(\d{1,2}|20\d\d)$/.test(written);

export interface Assignment {
  readonly owner: FoundOwner | null;
  /** Empty where the name tells no kind. */
  readonly kindId: string;
  /** As `2026-11-24`, where the name says when the document expires; else empty. */
  readonly expiresOn: string;
}

/** The day after “vence” in a file's name. */
function expiryIn(name: string): string {
  const found = /(?:vence|venc|vto|hasta)[^0-9]{0,5}(\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4})/i.exec(name);
  return (found?.[1] && readDay(found[1].replaceAll('.', '-'))) || '';
}

/** The one that the longest name is written for; null where two are. */
function onlyLongest(owners: readonly FoundOwner[]): FoundOwner | null {
  const longest = Math.max(0, ...owners.map(({ written }) => written.length));
  const best = owners.filter(({ written }) => written.length === longest);
  return best.length === 1 ? best[0]! : null;
}

/**
 * Assigns a file by its name. The kind tells whether a vehicle or a driver is meant; a “licencia” without its class is the one
 * that the driver has.
 * @param owners those that `ownerNames` found, of any file
 */
export function assignFile(
  name: string,
  kinds: readonly NamedKind[],
  owners: readonly FoundOwner[],
): Assignment {
  const found = findKinds(name, kinds);
  const names = ownerNames(name);
  const named = owners.filter(
    ({ written }) =>
      names.includes(written) &&
      !found.words.has(written.toLowerCase()) &&
      (!isWeak(written) || names[0] === written),
  );
  const fitting = named.filter(
    ({ owner }) => found.kinds.length === 0 || found.kinds.some((kind) => kind.owner === owner),
  );
  const owner = onlyLongest(fitting);
  const possible = found.kinds.filter((kind) => owner === null || kind.owner === owner.owner);
  const held = possible.filter(({ id }) => owner?.documents.some(({ kind_id: kind }) => kind === id));
  const kind = possible.length === 1 ? possible[0] : held.length === 1 ? held[0] : undefined;
  return { owner, kindId: kind?.id ?? '', expiresOn: expiryIn(name) };
}
