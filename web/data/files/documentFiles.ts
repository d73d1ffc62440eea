import { documentBucket, maxPictureSidePixels } from '../../../shared/limits.ts';
import type { DocumentOwner } from '../../../shared/records/document.ts';
import { fileKind } from '../../util/reading/fileKind.ts';
import { newUuid } from '../../util/uuid.ts';
import { getStorage } from '../client.ts';
import { DataError, unwrap } from '../errors.ts';
import { shrinkPhoto } from './shrinkPhoto.ts';

/** The folder of an owner's files in the bucket. */
export function documentFolder(owner: DocumentOwner, id: string): string {
  return `${owner === 'driver' ? 'drivers' : 'vehicles'}/${id}`;
}

const pdf = 'application/pdf';

/**
 * Uploads the file of a document: a PDF as it is, a picture smaller. The bytes tell which, not the type that a telephone
 * claims. A file that is there already counts as uploaded: an
 * earlier attempt has sent it.
 * @param id names the file
 * @returns its name in the bucket
 * @throws DataError `EntityTooLarge`, `invalid_document`, `AccessDenied`, `network`
 */
export async function uploadDocumentFile(folder: string, file: File, id = newUuid()): Promise<string> {
  const isPdf = (await fileKind(file)) === 'pdf';
  const sent = isPdf
    ? new File([file], file.name, { type: pdf })
    : await shrinkPhoto(file, maxPictureSidePixels);
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

/** Deletes a file that no document names any more. The backend deletes it later if this fails. */
export async function removeUnusedFile(file: string | null): Promise<void> {
  if (file === null) return;
  try {
    unwrap(await (await getStorage()).from(documentBucket).remove([file]));
  } catch (failure) {
    console.error('The file of a paper could not be removed', file, failure);
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
