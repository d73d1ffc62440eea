import type { DocumentOwner } from '../../../shared/records/document.ts';
import { readParts, readRpcPage, type Page, type WantedPage } from '../list/page.ts';
import { getDatabase } from '../database.ts';
import { unwrap } from '../errors.ts';
import type { Composite, FunctionRow, Known } from '../rows.ts';
import type { DocumentFilter } from './documentRecords.ts';
import type { DocumentKind, DocumentState } from './documents.ts';

/** A document as a cell of the grid shows it. */
export type GridDocument = Known<
  Composite<'grid_document'>,
  {
    /** Negative once it has expired. */
    readonly days_left: number;
    readonly state: DocumentState;
  }
>;

/** A vehicle or a driver with its documents, those in force first. */
export type GridRow = Known<
  FunctionRow<'document_grid'>,
  {
    readonly owner: DocumentOwner;
    /** The plate or the driver's name. */
    readonly name: string;
    readonly license_plate: string | null;
    readonly driver_code: string | null;
    readonly documents: readonly GridDocument[];
  }
>;

/** Filters of the grid; empty text for none. */
export interface GridFilter extends Omit<DocumentFilter, 'state'> {
  /** `missing`: lacks a document that it needs. */
  readonly state: DocumentFilter['state'] | 'missing';
}

type GridArguments = Partial<
  Record<'owner_kind' | 'search' | 'state' | 'kind' | 'month' | 'subject' | 'after', string>
>;

async function readGrid(
  given: GridArguments,
  page: WantedPage = 1,
  signal?: AbortSignal,
): Promise<Page<GridRow>> {
  const found = await readRpcPage(page, signal, (part) =>
    getDatabase().rpc('document_grid', { ...given, ...part }),
  );
  return found as Page<GridRow>;
}

/** The kind of owner that the grid shows unless a filter names one. */
async function usualOwner(): Promise<DocumentOwner> {
  return unwrap(await getDatabase().rpc('company_has_vehicles')) ? 'vehicle' : 'driver';
}

/** One page of the grid (`page` from 1), by plate or name; `counts` names the kind of owner that is shown. */
export async function listDocumentGrid(
  filter: GridFilter,
  page: number,
  signal: AbortSignal,
): Promise<Page<GridRow> & { readonly counts: Pick<GridRow, 'owner'> }> {
  const { search, state, kind, owner, month, subject } = filter;
  const given = {
    owner_kind: owner,
    search,
    state,
    ...(kind && { kind }),
    ...(month && { month: `${month}-01` }),
    ...(subject && { subject }),
  };
  const grid = await readGrid(given, page, signal);
  const shown = grid.rows[0]?.owner ?? (owner || (await usualOwner()));
  return { ...grid, counts: { owner: shown } };
}

/** The kinds that an owner lacks: of a vehicle each critical one; of a driver all critical ones while it has none. */
export function lackingKinds(
  {
    owner,
    documents,
  }: {
    readonly owner: DocumentOwner;
    readonly documents: readonly Pick<GridDocument, 'kind_id'>[];
  },
  kinds: readonly DocumentKind[],
): readonly DocumentKind[] {
  const needed = kinds.filter((kind) => kind.owner === owner && kind.critical);
  const lacking = needed.filter(({ id }) => !documents.some(({ kind_id: kind }) => kind === id));
  return owner === 'driver' && lacking.length < needed.length ? [] : lacking;
}

/** A document that an owner lacks. */
export interface Gap {
  readonly subject: GridRow;
  readonly kindId: string;
}

/** The place of a document among the owners and kinds. */
export interface DocumentPlace {
  readonly owner: DocumentOwner;
  readonly ownerId: string;
  readonly kindId: string;
}

/**
 * The next document that is missing: of the same owner, the kinds behind `place` first; else of the next owner in the order of
 * the grid. Null when there is none behind it.
 */
export async function nextGap(place: DocumentPlace, kinds: readonly DocumentKind[]): Promise<Gap | null> {
  const { owner, ownerId, kindId } = place;
  const [same] = (await readGrid({ owner_kind: owner, subject: ownerId })).rows;
  const own = same ? lackingKinds(same, kinds) : [];
  const position = kinds.findIndex(({ id }) => id === kindId);
  const behind = own.find((kind) => kinds.indexOf(kind) > position) ?? own[0];
  if (same && behind) return { subject: same, kindId: behind.id };
  const behindOwner = { owner_kind: owner, state: 'missing', after: ownerId };
  const [other] = (await readGrid(behindOwner, { number: 1, size: 1 })).rows;
  const first = other && lackingKinds(other, kinds)[0];
  return other && first ? { subject: other, kindId: first.id } : null;
}

/** The database gives no more rows at once. */
const gridRows = 100;

/** The drivers or vehicles without a document that they need, by id. */
export async function readLacking(owner: DocumentOwner, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const rows = readParts(gridRows, (part) => readGrid({ owner_kind: owner, state: 'missing' }, part, signal));
  const ids = new Set<string>();
  for await (const part of rows) for (const { id } of part) ids.add(id);
  return ids;
}

/** A document to add, or, with `id` and `version`, to renew. */
export interface ImportedDocument {
  readonly id?: string;
  readonly version?: number;
  readonly kind_id: string;
  readonly driver_id: string | null;
  readonly vehicle_id: string | null;
  /** Empty for none. */
  readonly number: string;
  readonly issued_on: string;
  readonly expires_on: string;
}

/** Adds and renews documents, all or none. @throws DataError `edit_conflict`, with the places of the documents in `details` */
export async function importDocuments(documents: readonly ImportedDocument[]): Promise<void> {
  unwrap(await getDatabase().rpc('import_documents', { documents: documents.map((each) => ({ ...each })) }));
}
