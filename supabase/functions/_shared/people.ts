import { recordAct } from './acts.ts';
import type { Backend } from './backend.ts';

const bucket = 'imagenes';
const photoFolder = 'profile-photos';
const documentBucket = 'documentos';

/** The ids of a person's driver records: created or used by the account, and by no other account. */
async function ownDrivers(backend: Backend, userId: string): Promise<readonly string[]> {
  const select = 'select=id,links:user_drivers(user_id)';
  const links = await backend.rest(`/user_drivers?select=driver_id&user_id=eq.${userId}`);
  const linked = ((await links.json()) as { driver_id: string }[]).map(({ driver_id: id }) => id);
  const response = await backend.rest(
    `/drivers?${select}&or=(created_by.eq.${userId},id.in.(${linked.join(',')}))`,
  );
  const rows = (await response.json()) as { id: string; links: { user_id: string }[] }[];
  const own = rows.filter(({ links: users }) => users.every(({ user_id: id }) => id === userId));
  return own.map(({ id }) => id);
}

/** Searches by name, because only the account itself and administrators upload below its prefix; a record may name any photo. */
async function uploadedPhotos(backend: Backend, userId: string): Promise<readonly string[]> {
  const response = await backend.storage(`/object/list/${bucket}`, {
    method: 'POST',
    body: { prefix: photoFolder, search: userId, limit: 1000 },
  });
  const files = (await response.json()) as readonly { readonly name: string }[];
  return files
    .filter(({ name }) => name.startsWith(`${userId}-`))
    .map(({ name }) => `${photoFolder}/${name}`);
}

/** Deletes the files of a driver's documents; the documents are deleted with the driver's record. */
async function deleteDocumentFiles(backend: Backend, driverId: string): Promise<void> {
  const prefix = `drivers/${driverId}`;
  const response = await backend.storage(`/object/list/${documentBucket}`, {
    method: 'POST',
    body: { prefix, limit: 1000 },
  });
  const files = (await response.json()) as readonly { readonly name: string }[];
  const prefixes = files.map(({ name }) => `${prefix}/${name}`);
  if (prefixes.length > 0)
    await backend.storage(`/object/${documentBucket}`, { method: 'DELETE', body: { prefixes } });
}

/**
 * Deletes all data about a person: photos, documents, driver records, links, the account with its sessions and factors. Ratings,
 * shifts, cases and printed cards stay without the person, and the audit log keeps its entries without names. The account goes last, so that an interrupted
 * deletion can be repeated.
 * @param backend of `actingFor`
 * @param userId a UUID
 * @throws HttpError user_not_found
 */
export async function forgetPerson(backend: Backend, userId: string): Promise<void> {
  const drivers = await ownDrivers(backend, userId);
  const prefixes = await uploadedPhotos(backend, userId);
  if (prefixes.length > 0)
    await backend.storage(`/object/${bucket}`, { method: 'DELETE', body: { prefixes } });
  for (const id of drivers) await deleteDocumentFiles(backend, id);
  await backend.rest('/rpc/anonymise_person', { method: 'POST', body: { person: userId, drivers } });
  if (drivers.length > 0) await backend.rest(`/drivers?id=in.(${drivers.join(',')})`, { method: 'DELETE' });
  await backend.auth(`/users/${userId}`, { method: 'DELETE' });
  await recordAct(backend, 'user_deleted', userId);
}
