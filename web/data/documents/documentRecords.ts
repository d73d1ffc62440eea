import { chileanDay } from '../../../shared/chile/time.ts';
import {
  documentFields,
  type DocumentColumn,
  type DocumentOwner,
  type DocumentTexts,
} from '../../../shared/records/document.ts';
import { rowOfTexts } from '../../../shared/records/field.ts';
import { readPage, type Page, type WantedPage } from '../list/page.ts';
import { searchFilters } from '../list/search.ts';
import { sorted, type SortedList } from '../list/sort.ts';
import { getDatabase } from '../database.ts';
import { DataError, unwrap } from '../errors.ts';
import { documentFolder, removeUnusedFile, uploadDocumentFile } from '../files/documentFiles.ts';
import type { DocumentKind, FleetDocument, DocumentState } from './documents.ts';
import { dayAfter, lastDayOf } from '../../util/time/month.ts';
import { vehicleIdOf } from '../vehicles/vehicles.ts';

/** Filters; empty text for none. */
export interface DocumentFilter extends SortedList<'document_list'> {
  readonly search: string;
  readonly state: DocumentState | 'waiting' | '';
  readonly kind: string;
  readonly owner: DocumentOwner | '';
  /** The month of expiry, as `2026-12`. */
  readonly month: string;
  /** The id of one vehicle or driver. */
  readonly subject: string;
}

/** How many documents are in each state that needs somebody. */
export type DocumentCounts = Readonly<Record<Exclude<DocumentState, 'valid'> | 'waiting', number>>;

/** The first and the last number of days left in each state, as `private.document_state` has them; null for no end. */
const daysOf: Readonly<Record<DocumentState, readonly [first: number | null, last: number | null]>> = {
  expired: [null, -1],
  within_7: [0, 7],
  within_14: [8, 14],
  within_30: [15, 30],
  valid: [31, null],
};

/** One page of the matching documents (`page` from 1), the first to expire first. */
export function listDocumentsPage(
  filter: DocumentFilter,
  page: WantedPage,
  signal: AbortSignal,
): Promise<Page<FleetDocument>> {
  const { search, state, kind, owner, month, subject } = filter;
  return readPage<FleetDocument>(page, async (from, to) => {
    let query = getDatabase().from('document_list').select('*', { count: 'exact' });
    for (const words of searchFilters(search, 'document_list')) query = query.or(words);
    if (state === 'waiting') query = query.is('verified_at', null);
    else if (state) {
      // By days, which the index knows; the state would be computed for every document.
      const [first, last] = daysOf[state];
      const today = chileanDay(new Date());
      query = query.not('verified_at', 'is', null);
      if (first !== null) query = query.gte('expires_on', dayAfter(today, first));
      if (last !== null) query = query.lte('expires_on', dayAfter(today, last));
    }
    if (kind) query = query.eq('kind_id', kind);
    if (owner) query = query.eq('owner', owner);
    if (month) query = query.gte('expires_on', `${month}-01`).lte('expires_on', lastDayOf(month));
    if (subject) query = query.or(`driver_id.eq.${subject},vehicle_id.eq.${subject}`);
    const response = await sorted(query, filter)
      .order('expires_on')
      .order('id')
      .range(from, to)
      .abortSignal(signal);
    return { ...response, data: response.data as FleetDocument[] | null };
  });
}

/** @returns null when the document is gone */
export async function getDocument(id: string): Promise<FleetDocument | null> {
  const [found] = unwrap(await getDatabase().from('document_list').select('*').eq('id', id));
  return (found as FleetDocument | undefined) ?? null;
}

export async function countDocuments(signal: AbortSignal): Promise<DocumentCounts> {
  return unwrap(await getDatabase().rpc('document_counts').abortSignal(signal).single());
}

export async function listKinds(): Promise<readonly DocumentKind[]> {
  return unwrap(await getDatabase().from('document_kinds').select('*').order('sort').order('name'));
}

/** @throws DataError `kind_exists` */
export async function addKind(kind: Pick<DocumentKind, 'owner' | 'name' | 'critical'>): Promise<void> {
  unwrap(await getDatabase().from('document_kinds').insert(kind).select('id'));
}

export async function setKindCritical(id: string, critical: boolean): Promise<void> {
  unwrap(await getDatabase().from('document_kinds').update({ critical }).eq('id', id).select('id'));
}

/** @throws DataError `23503` while a document is of this kind */
export async function deleteKind(id: string): Promise<void> {
  unwrap(await getDatabase().from('document_kinds').delete().eq('id', id).select('id'));
}

/** Whether an expired critical document takes its driver out of service. */
export async function documentsStopService(): Promise<boolean> {
  return unwrap(await getDatabase().rpc('documents_policy'));
}

export async function setDocumentsStopService(stop: boolean): Promise<void> {
  unwrap(await getDatabase().rpc('set_documents_policy', { stop_service: stop }));
}

/** The fields of a document that an administrator fills in. */
export interface DocumentFields extends Readonly<DocumentTexts> {
  readonly critical: boolean;
}

/** The owner of a new document. */
export interface NewDocumentOwner {
  readonly owner: DocumentOwner;
  readonly kindId: string;
  readonly driverId: string | null;
  /** The vehicle's plate. */
  readonly plate: string;
}

const columnsOf = ({ critical, ...texts }: DocumentFields) => ({
  ...(rowOfTexts(documentFields, texts) as Pick<FleetDocument, DocumentColumn>),
  critical,
});

/**
 * @returns the id of its driver or vehicle
 * @throws DataError `document_exists`, `vehicle_not_found`, and those of `uploadDocumentFile`
 */
export async function addDocument(
  target: NewDocumentOwner,
  fields: DocumentFields,
  file: File | null,
): Promise<string> {
  const ownerId = target.owner === 'driver' ? target.driverId : await vehicleIdOf(target.plate);
  if (ownerId === null) throw new DataError('driver_not_found', 'No driver was chosen', 404);
  const row = {
    ...columnsOf(fields),
    kind_id: target.kindId,
    driver_id: target.owner === 'driver' ? ownerId : null,
    vehicle_id: target.owner === 'driver' ? null : ownerId,
    file: file && (await uploadDocumentFile(documentFolder(target.owner, ownerId), file)),
  };
  unwrap(await getDatabase().from('documents').insert(row).select('id'));
  return ownerId;
}

async function changeDocument(document: FleetDocument, columns: object): Promise<void> {
  const query = getDatabase()
    .from('documents')
    .update({ ...columns, version: document.version });
  const changed = unwrap(await query.eq('id', document.id).select('id'));
  if (changed.length === 0) throw new DataError('not_found', 'The document is gone', 404);
}

/** @throws DataError `edit_conflict`, `not_found`, and those of `uploadDocumentFile` */
export async function updateDocument(
  document: FleetDocument,
  fields: DocumentFields,
  file: File | null,
): Promise<void> {
  const folder = documentFolder(document.owner, document.driver_id ?? document.vehicle_id ?? '');
  const replaced = file && { file: await uploadDocumentFile(folder, file) };
  await changeDocument(document, { ...columnsOf(fields), ...replaced });
  if (replaced) await removeUnusedFile(document.file);
}

/** Puts a document that a driver has sent in force, in place of the one before. @throws DataError `edit_conflict` */
export function verifyDocument(document: FleetDocument): Promise<void> {
  return changeDocument(document, {});
}

/** @throws DataError `not_found` */
export async function deleteDocument(document: FleetDocument): Promise<void> {
  const deleted = unwrap(await getDatabase().from('documents').delete().eq('id', document.id).select('id'));
  if (deleted.length === 0) throw new DataError('not_found', 'The document is gone', 404);
  await removeUnusedFile(document.file);
}

/** Lets the owner serve until a day although the document has expired. @throws DataError `validation_failed` */
export async function overrideDocument(
  document: FleetDocument,
  until: string,
  reason: string,
): Promise<void> {
  const given = until ? { until, reason } : {};
  unwrap(await getDatabase().rpc('override_document', { document: document.id, ...given }));
}
