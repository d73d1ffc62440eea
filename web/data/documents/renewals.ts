import { callBackend } from '../client.ts';
import { DataError } from '../errors.ts';
import { documentFolder, uploadDocumentFile } from '../files/documentFiles.ts';
import type { FleetDocument } from './documents.ts';

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
