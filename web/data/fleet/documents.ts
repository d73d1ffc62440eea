import type { Database } from '../../../shared/database.types.ts';
import { maxPictureSidePixels, documentBucket } from '../../../shared/limits.ts';
import { newUuid } from '../../util/uuid.ts';
import { callBackend, getStorage } from '../client.ts';
import { DataError, unwrap } from '../errors.ts';
import { shrinkPhoto } from '../files/shrinkPhoto.ts';

export type DocumentKind = Database['public']['Tables']['document_kinds']['Row'];
export type DocumentOwner = 'driver' | 'vehicle';
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

/** The folder of an owner's files in the bucket. */
export function documentFolder(owner: DocumentOwner, id: string): string {
  return `${owner === 'driver' ? 'drivers' : 'vehicles'}/${id}`;
}

const pdf = 'application/pdf';

/**
 * Uploads the file of a document: a PDF as it is, a picture smaller. A file that is there already counts as uploaded: an
 * earlier attempt has sent it.
 * @param id names the file
 * @returns its name in the bucket
 * @throws DataError `EntityTooLarge`, `invalid_document`, `AccessDenied`, `network`
 */
export async function uploadDocumentFile(folder: string, file: File, id = newUuid()): Promise<string> {
  const sent = file.type === pdf ? file : await shrinkPhoto(file, maxPictureSidePixels);
  const extension = sent.type === pdf ? 'pdf' : 'jpg';
  const bucket = (await getStorage()).from(documentBucket);
  const options = { contentType: sent.type || 'application/octet-stream' };
  const path = `${folder}/${id}.${extension}`;
  try {
    return unwrap(await bucket.upload(path, sent, options)).path;
  } catch (error) {
    if (error instanceof DataError && error.code === 'KeyAlreadyExists') return path;
    // The phrase of `InvalidMimeType` is about photos.
    if (!(error instanceof DataError) || error.code !== 'InvalidMimeType') throw error;
    throw new DataError('invalid_document', error.message, error.status);
  }
}

/** Deletes the files of an owner whose record is gone. */
export async function removeDocumentFiles(folder: string): Promise<void> {
  const bucket = (await getStorage()).from(documentBucket);
  const files = unwrap(await bucket.list(folder, { limit: 1000 }));
  if (files.length > 0) unwrap(await bucket.remove(files.map(({ name }) => `${folder}/${name}`)));
}

const linkLifetimeSeconds = 60;

/** An address under which the file is downloaded for a minute. @throws DataError `NoSuchKey` */
async function documentFileUrl(file: string): Promise<string> {
  const bucket = (await getStorage()).from(documentBucket);
  const download = file.slice(file.lastIndexOf('/') + 1);
  return unwrap(await bucket.createSignedUrl(file, linkLifetimeSeconds, { download })).signedUrl;
}

/** Downloads the file of a document. @throws DataError as `documentFileUrl` */
export async function openDocumentFile(file: string): Promise<void> {
  const link = document.createElement('a');
  link.href = await documentFileUrl(file);
  link.rel = 'noopener';
  link.click();
}

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
