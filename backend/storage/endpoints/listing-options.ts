import * as v from 'valibot';

const kept = v.optional(v.picklist(['exclude', 'include', 'only']), 'exclude');

/** What both lists are told of versions: there is one of each object here, so only `only` makes a difference. */
export const versionEntries = {
  noncurrentVersions: kept,
  deleteMarkers: kept,
  /** Whether the prefix is a whole key. */
  exactMatch: v.optional(v.boolean(), false),
};

/** Whether a list asks for nothing but what is never kept: former versions and delete markers. */
export function wantsOnlyFormer(options: {
  readonly noncurrentVersions: string;
  readonly deleteMarkers: string;
}): boolean {
  return options.noncurrentVersions === 'only' || options.deleteMarkers === 'only';
}
