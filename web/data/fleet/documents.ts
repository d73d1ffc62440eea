import type { Database } from '../../../shared/database.types.ts';
import { maxPictureSide, paperBucket } from '../../../shared/limits.ts';
import { newUuid } from '../../util/uuid.ts';
import { callBackend, getStorage } from '../client.ts';
import { DataError, unwrap } from '../errors.ts';
import { shrinkPhoto } from '../photos.ts';

export type DocumentKind = Database['public']['Tables']['document_kinds']['Row'];
export type PaperOwner = 'driver' | 'vehicle';
export const paperStates = ['expired', 'within_7', 'within_14', 'within_30', 'valid'] as const;
export type PaperState = (typeof paperStates)[number];

type PaperRow = Database['public']['Views']['papers']['Row'];
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

/** A paper with the words of its kind and owner. Days are those of Chile, as `2026-11-30`. */
export type Paper = Omit<PaperRow, Always | 'owner' | 'state'> & {
  readonly [Column in Always]: NonNullable<PaperRow[Column]>;
} & { readonly owner: PaperOwner; readonly state: PaperState };

/** The folder of an owner's files in the bucket. */
export function paperFolder(owner: PaperOwner, id: string): string {
  return `${owner === 'driver' ? 'drivers' : 'vehicles'}/${id}`;
}

const pdf = 'application/pdf';

/**
 * Uploads the file of a paper: a PDF as it is, a picture smaller.
 * @returns its name in the bucket
 * @throws DataError `EntityTooLarge`, `invalid_document`, `AccessDenied`, `network`
 */
export async function uploadPaperFile(folder: string, file: File): Promise<string> {
  const sent = file.type === pdf ? file : await shrinkPhoto(file, maxPictureSide);
  const extension = sent.type === pdf ? 'pdf' : 'jpg';
  const bucket = (await getStorage()).from(paperBucket);
  const options = { contentType: sent.type || 'application/octet-stream' };
  try {
    return unwrap(await bucket.upload(`${folder}/${newUuid()}.${extension}`, sent, options)).path;
  } catch (error) {
    // The phrase of `InvalidMimeType` is about photos.
    if (!(error instanceof DataError) || error.code !== 'InvalidMimeType') throw error;
    throw new DataError('invalid_document', error.message, error.status);
  }
}

/** Deletes the files of an owner whose record is gone. */
export async function removePaperFiles(folder: string): Promise<void> {
  const bucket = (await getStorage()).from(paperBucket);
  const files = unwrap(await bucket.list(folder, { limit: 1000 }));
  if (files.length > 0) unwrap(await bucket.remove(files.map(({ name }) => `${folder}/${name}`)));
}

/** In seconds. */
const linkLifetime = 60;

/** An address under which the file is downloaded for a minute. @throws DataError `NoSuchKey` */
export async function paperFileUrl(file: string): Promise<string> {
  const bucket = (await getStorage()).from(paperBucket);
  const download = file.slice(file.lastIndexOf('/') + 1);
  return unwrap(await bucket.createSignedUrl(file, linkLifetime, { download })).signedUrl;
}

/** Downloads the file of a paper. @throws DataError as `paperFileUrl` */
export async function openPaperFile(file: string): Promise<void> {
  const link = document.createElement('a');
  link.href = await paperFileUrl(file);
  link.rel = 'noopener';
  link.click();
}

/** The papers that the signed-in driver may see: the own, and those of the cars; the first to expire first. */
export function listOwnPapers(): Promise<readonly Paper[]> {
  return callBackend<Paper[]>('rest/v1/papers?select=*&order=expires_on,id');
}

/** A paper that keeps the driver out of service. */
export interface StoppingPaper {
  readonly kind: string;
  readonly owner_name: string;
  readonly expires_on: string;
}

/** None unless the company has switched that on. */
export function listStoppingPapers(): Promise<readonly StoppingPaper[]> {
  return callBackend('rest/v1/rpc/own_stopping_papers', { method: 'POST', body: {} });
}

/** The renewal of a driver's own paper. */
export interface Renewal {
  readonly paper: Paper;
  readonly expiresOn: string;
  readonly file: File;
}

/**
 * Sends a renewed paper, which waits until an administrator has verified it; one that waits already is replaced.
 * @throws DataError as `uploadPaperFile`, `invalid_value`
 */
export async function sendRenewal({ paper, expiresOn, file }: Renewal): Promise<void> {
  const { driver_id: driver, kind_id: kind, number } = paper;
  if (driver === null) throw new DataError('forbidden', 'The company renews the papers of cars', 403);
  const name = await uploadPaperFile(paperFolder('driver', driver), file);
  const waiting = `driver_id=eq.${driver}&kind_id=eq.${kind}&verified_at=is.null`;
  await callBackend(`rest/v1/documents?${waiting}`, { method: 'DELETE' });
  const body = { driver_id: driver, kind_id: kind, number, expires_on: expiresOn, file: name };
  await callBackend('rest/v1/documents', { method: 'POST', body });
}
