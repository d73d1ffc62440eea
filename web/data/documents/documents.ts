import type { Database } from '../../../shared/database.types.ts';
import type { DocumentOwner } from '../../../shared/records/document.ts';
import { callBackend } from '../client.ts';
import type { FunctionRow } from '../rows.ts';

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
export type StoppingDocument = FunctionRow<'own_stopping_documents'>;

/** None unless the company has switched that on. */
export function listStoppingDocuments(): Promise<readonly StoppingDocument[]> {
  return callBackend('rest/v1/rpc/own_stopping_documents', { method: 'POST', body: {} });
}
