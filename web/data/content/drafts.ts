import type { Content } from '../../../shared/content/content.ts';
import type { ContentProblem } from '../../../shared/content/problems.ts';
import { contentOf, getDatabase, jsonOf } from '../database.ts';
import { toDataError, unwrap } from '../errors.ts';
import type { FunctionRow, Known } from '../rows.ts';

/** The draft as the database has it. */
export interface SavedDraft {
  /** Grows with every change. */
  readonly version: number;
  readonly content: Content;
}

/** `conflict`: somebody else has saved since; `by` is that person's e-mail address, or empty. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly version: number }
  | { readonly kind: 'conflict'; readonly by: string }
  | { readonly kind: 'invalid'; readonly problems: readonly ContentProblem[] };

/** A release without its content. `published_by`: an e-mail address or a telephone number; null for the server and for deleted accounts. */
export type ReleaseEntry = Known<FunctionRow<'content_history'>, { readonly published_by: string | null }>;

export async function loadDraft(): Promise<SavedDraft> {
  const row = unwrap(await getDatabase().from('content_drafts').select('version,content').single());
  return { version: row.version, content: contentOf(row.content) };
}

/**
 * Replaces the draft.
 * @param version the version that the change was made to
 * @throws DataError `not_admin`, `network`
 */
export async function saveDraft(content: Content, version: number): Promise<SaveOutcome> {
  const wanted = { content: jsonOf(content), expected_version: version };
  const { data, error, status } = await getDatabase().rpc('save_content', wanted);
  if (!error) return { kind: 'saved', version: data };
  if (error.code === 'content_conflict') {
    const { updated_by: by } = JSON.parse(error.details) as { updated_by: string | null };
    return { kind: 'conflict', by: by ?? '' };
  }
  if (error.code === 'content_invalid')
    return { kind: 'invalid', problems: JSON.parse(error.details) as ContentProblem[] };
  throw toDataError(error, status);
}

/**
 * Makes the draft the newest release.
 * @returns the number of the release
 * @throws DataError `content_conflict`, `content_invalid`, `not_admin`
 */
export async function publishDraft(version: number, note: string): Promise<number> {
  return unwrap(await getDatabase().rpc('publish_content', { expected_version: version, note }));
}

/** All releases, newest first. */
export async function listReleases(signal: AbortSignal): Promise<readonly ReleaseEntry[]> {
  return unwrap(await getDatabase().rpc('content_history').abortSignal(signal));
}

/** The content of a release. */
export async function loadRelease(id: number, signal: AbortSignal): Promise<Content> {
  const query = getDatabase().from('content_releases').select('content').eq('id', id);
  return contentOf(unwrap(await query.abortSignal(signal).single()).content);
}
