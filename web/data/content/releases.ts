import type { Company, Content } from '../../../shared/content/content.ts';
import { toDataError } from '../errors.ts';
import { requestAsNobody } from '../asNobody.ts';

/** The content that the company has published for its passengers, always as a whole. */
export interface Release {
  readonly id: number;
  /** An ISO time; null for the release that is part of the app. */
  readonly publishedAt: string | null;
  readonly content: Content;
}

/** The first release keeps its `id` when the operator's settings change it. */
export type ReleaseVersion = Pick<Release, 'id' | 'publishedAt'>;

export function isSameVersion(one: ReleaseVersion, other: ReleaseVersion): boolean {
  return one.id === other.id && one.publishedAt === other.publishedAt;
}

interface Row {
  readonly id: number;
  readonly published_at: string;
}

/**
 * Reads one row without a session: waiting for one takes long without a network. A project without the table has no
 * releases.
 */
async function readRow<Columns extends Row>(query: string): Promise<Columns | null> {
  try {
    const [row] = (await requestAsNobody(`content_releases?${query}`)) as Columns[];
    return row ?? null;
  } catch (error) {
    if (toDataError(error).status === 404) return null;
    throw error;
  }
}

const newest = 'order=id.desc&limit=1';

/** @returns null where the backend has no release */
export async function readNewestVersion(): Promise<ReleaseVersion | null> {
  const row = await readRow<Row>(`select=id,published_at&${newest}`);
  return row && { id: row.id, publishedAt: row.published_at };
}

/** Reads the newest release, or the one with `id`. Its content is unchecked. */
export async function readRelease(id?: number): Promise<Release | null> {
  const which = id === undefined ? newest : `id=eq.${id}`;
  const row = await readRow<Row & { readonly content: Content }>(`select=id,published_at,content&${which}`);
  return row && { id: row.id, publishedAt: row.published_at, content: row.content };
}

/** Reads the company of the newest release alone, a hundredth of the whole. @returns null where the backend has no release */
export async function readCompany(): Promise<Company | null> {
  const columns = 'select=id,published_at,company:content->company';
  const row = await readRow<Row & { readonly company: Company }>(`${columns}&${newest}`);
  return row && row.company;
}
