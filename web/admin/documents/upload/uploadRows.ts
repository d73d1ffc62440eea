import { normalizePlate } from '../../../../shared/chile/plate.ts';
import { maxDocumentBytes } from '../../../../shared/limits.ts';
import type { FoundOwner } from '../../../data/documents/documentGrid.ts';
import type { NamedKind } from '../kindNames.ts';

/** Why a file cannot be the file of a document. */
export type UploadProblem = 'heic' | 'type' | 'size' | 'sameFile';

/** Why a row cannot be stored yet. */
export type RowProblem =
  | UploadProblem
  | 'missing'
  | 'noOwner'
  | 'shared'
  | 'otherOwner'
  | 'needsDay'
  | 'twice';

/** A chosen file with the document that it is assigned to. */
export interface UploadRow {
  /** Names the file in the bucket too, in each attempt. */
  readonly id: string;
  readonly file: File;
  readonly fileProblem: UploadProblem | null;
  /** The plate or code, as a person writes it. */
  readonly ownerText: string;
  readonly kindId: string;
  /** For a new document. */
  readonly expiresOn: string;
  readonly state: 'open' | 'waiting' | 'sending' | 'stored' | 'failed';
  /** From the last attempt. */
  readonly error: unknown;
}

/** The owners found so far, by the plate or code without separators. */
export type KnownOwners = ReadonlyMap<string, readonly FoundOwner[]>;

const pictureTypes = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** Judges a file before it is sent; the server judges its bytes. */
export async function findUploadProblem(file: File): Promise<UploadProblem | null> {
  const isPdf = file.type === 'application/pdf' || /\.pdf$/i.test(file.name);
  if (isPdf) return file.size > maxDocumentBytes ? 'size' : null;
  const isHeic = /hei[cf]/i.test(file.type) || /\.hei[cf]$/i.test(file.name);
  if (!isHeic && !pictureTypes.has(file.type)) return 'type';
  try {
    (await createImageBitmap(file)).close();
    return null;
  } catch {
    return isHeic ? 'heic' : 'type';
  }
}

export interface JudgedRow {
  readonly row: UploadRow;
  readonly owner: FoundOwner | null;
  /** The owner has a document of the kind, which gets the file. */
  readonly isHeld: boolean;
  /** That document has a file, which goes. */
  readonly replaces: boolean;
  readonly problem: RowProblem | null;
}

function judge(row: UploadRow, known: KnownOwners, kinds: readonly NamedKind[]): JudgedRow {
  const named = known.get(normalizePlate(row.ownerText)) ?? [];
  const kind = kinds.find(({ id }) => id === row.kindId);
  const fitting = kind ? named.filter(({ owner }) => owner === kind.owner) : named;
  const owner = fitting.length === 1 ? fitting[0]! : null;
  const held = owner?.documents.find(({ kind_id: id }) => id === row.kindId);
  const problem = (): RowProblem | null => {
    if (row.fileProblem) return row.fileProblem;
    if (row.ownerText.trim() === '' || !kind) return 'missing';
    if (named.length === 0) return 'noOwner';
    if (fitting.length === 0) return 'otherOwner';
    if (fitting.length > 1) return 'shared';
    return held || row.expiresOn ? null : 'needsDay';
  };
  const found = problem();
  return { row, owner, isHeld: held !== undefined, replaces: Boolean(held?.file), problem: found };
}

/** Says of each row where its file goes, or why it cannot go yet. Two files for one document wait for a person. */
export function judgeRows(
  rows: readonly UploadRow[],
  known: KnownOwners,
  kinds: readonly NamedKind[],
): readonly JudgedRow[] {
  const judged = rows.map((row) => judge(row, known, kinds));
  const places = new Map<string, number>();
  const placeOf = ({ owner, row }: JudgedRow) => `${owner?.id} ${row.kindId}`;
  for (const each of judged)
    if (each.problem === null || each.problem === 'needsDay')
      places.set(placeOf(each), (places.get(placeOf(each)) ?? 0) + 1);
  return judged.map((each) =>
    each.row.state !== 'stored' && each.problem === null && (places.get(placeOf(each)) ?? 0) > 1
      ? { ...each, problem: 'twice' }
      : each,
  );
}
