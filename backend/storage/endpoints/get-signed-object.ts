import type { Handler } from 'hono';
import { StorageError } from '../errors.ts';
import { objectAddress } from '../store/keys.ts';
import { objectResponse } from './object-response.ts';
import { serverSession, type StoredObject } from '../store/objects.ts';
import type { StorageServices } from '../services.ts';
import type { DownloadGrant } from '../signing/signed-urls.ts';

/** The object that a signed URL below `prefix` names, read with the server's own rights, and what the URL grants. */
export async function signedObject(
  { objects, signedUrls }: StorageServices,
  request: Request,
  prefix: string,
): Promise<{ readonly object: StoredObject; readonly grant: DownloadGrant }> {
  const address = objectAddress(request, prefix);
  const token = new URL(request.url).searchParams.get('token');
  if (token === null)
    throw new StorageError('InvalidRequest', "querystring must have required property 'token'");
  const grant = await signedUrls.verifyDownload(token, address);
  const object = await objects.find(serverSession, address);
  if (!object) throw new StorageError('NoSuchKey');
  return { object, grant };
}

/** GET and HEAD /object/sign/:bucket/:key?token=, for everybody who holds the URL. */
export function getSignedObject(services: StorageServices): Handler {
  return async (c) => {
    const { object, grant } = await signedObject(services, c.req.raw, '/object/sign/');
    return objectResponse(c, services.blobs, object, { isPublic: false, expires: grant.expires });
  };
}
