import type { Database } from '../../../shared/database.types.ts';
import type { DocumentOwner } from '../../../shared/records/document.ts';
import { callBackend } from '../client.ts';
import { DataError } from '../errors.ts';
import { documentFolder, uploadDocumentFile } from '../files/documentFiles.ts';

export type DocumentKind = Database['public']['Tables']['document_kinds']['Row'];
export const documentStates = ['expired', 'within_7', 'within_14', 'within_30', 'valid'] as const;
export type DocumentState = (typeof documentStates)[number];

type DocumentRow = Database['public']['Views']['document_list']['Row'];
type Always =
  | 'id'
  | 'kind_id'
  | 'kind'
  | 'owner_name'
  | 'expires_on'
  | 'days_left'
  | 'critical'
  | 'version'
  | 'license_plate';

/** A document with the words of its kind and owner. Days are those of Chile, as `2026-11-30`. */
export type FleetDocument = Omit<DocumentRow, Always | 'owner' | 'state'> & {
  readonly [Column in Always]: NonNullable<DocumentRow[Column]>;
} & { readonly owner: DocumentOwner; readonly state: DocumentState };

/** The documents that the signed-in driver may see: the own, and those of the vehicles; the first to expire first. */
export function listOwnDocuments(): Promise<readonly FleetDocument[]> {
  return callBackend<FleetDocument[]>('rest/v1/document_list?select=*&order=expires_on,id');
}

/** A document that keeps the driver out of service. */
export interface StoppingDocument {
  readonly kind: string;
  readonly owner_name: string;
  readonly expires_on: string;
}

/** None unless the company has switched that on. */
export function listStoppingDocuments(): Promise<readonly StoppingDocument[]> {
  return callBackend('rest/v1/rpc/own_stopping_documents', { method: 'POST', body: {} });
}

/** The renewal of a driver's own document. */
export interface Renewal {
  readonly document: FleetDocument;
  readonly expiresOn: string;
  readonly file: File;
}

/**
 * Sends a renewed document, which waits until staff have verified it; one that waits already is replaced.
 * @param id of the new document and its file: a call that is repeated after a lost response sends it once
 * @throws DataError as `uploadDocumentFile`, `invalid_value`
 */
export async function sendRenewal(id: string, { document, expiresOn, file }: Renewal): Promise<void> {
  const { driver_id: driver, kind_id, number } = document;
  if (driver === null) throw new DataError('forbidden', 'The company renews the documents of vehicles', 403);
  const name = await uploadDocumentFile(documentFolder('driver', driver), file, id);
  const body = { id, kind_id, number, expires_on: expiresOn, file: name };
  await callBackend('rest/v1/rpc/send_renewal', { method: 'POST', body });
}
