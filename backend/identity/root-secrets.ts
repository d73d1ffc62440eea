import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, randomUUID } from 'node:crypto';
import type { JWK } from 'jose';
import type { Logger } from 'pino';
import type { Database, Queryable } from '../db/database.ts';

/** Secrets for one purpose: the first makes new values, all of them recognise. */
export type DerivedSecrets = readonly [Buffer, ...Buffer[]];

/** Derives the secrets for a purpose; the same text always gives the same ones. */
export type DeriveSecrets = (purpose: string) => DerivedSecrets;

const cipher = 'aes-256-gcm';
const [rootBytes, ivBytes, tagBytes] = [32, 12, 16];

function derive(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, '', purpose, 32));
}

function privatePart(key: JWK): Buffer {
  return Buffer.from(key.d ?? '', 'base64url');
}

function seal(key: JWK, id: string, root: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const encryption = createCipheriv(cipher, derive(privatePart(key), 'root secrets'), iv);
  encryption.setAAD(Buffer.from(id));
  return Buffer.concat([iv, encryption.update(root), encryption.final(), encryption.getAuthTag()]);
}

function open(key: JWK, id: string, sealed: Buffer): Buffer | undefined {
  const tagStart = sealed.length - tagBytes;
  const decryption = createDecipheriv(
    cipher,
    derive(privatePart(key), 'root secrets'),
    sealed.subarray(0, ivBytes),
  );
  decryption.setAAD(Buffer.from(id)).setAuthTag(sealed.subarray(tagStart));
  try {
    return Buffer.concat([decryption.update(sealed.subarray(ivBytes, tagStart)), decryption.final()]);
  } catch {
    return undefined;
  }
}

async function readRoots(transaction: Queryable, signing: readonly JWK[]) {
  const rows = await transaction.query<{ id: string; sealed_by: string; sealed: Buffer }>(
    'select id, sealed_by, sealed from auth.root_secrets order by created_at desc',
  );
  /** The roots that our signing keys open, newest first, by id. */
  const roots = new Map<string, Buffer>();
  /** Which of our keys open which root: `<id> <kid>`. */
  const pairs = new Set<string>();
  for (const { id, sealed_by: kid, sealed } of rows) {
    const key = signing.find((each) => each.kid === kid);
    const root = key && open(key, id, sealed);
    if (!root) continue;
    roots.set(id, root);
    pairs.add(`${id} ${kid}`);
  }
  return { roots, pairs, isFirst: rows.length === 0 };
}

/** Seals every root under every signing key, and removes what only retired keys could open. */
async function sealRoots(
  transaction: Queryable,
  signing: readonly JWK[],
  { roots, pairs }: Awaited<ReturnType<typeof readRoots>>,
): Promise<void> {
  for (const [id, root] of roots)
    for (const key of signing.filter(({ kid }) => !pairs.has(`${id} ${kid}`)))
      await transaction.query(
        `insert into auth.root_secrets (id, sealed_by, sealed) values ($1, $2, $3)
         on conflict (id, sealed_by) do update set sealed = excluded.sealed`,
        [id, key.kid, seal(key, id, root)],
      );
  await transaction.query('delete from auth.root_secrets where id = any ($1) and sealed_by <> all ($2)', [
    [...roots.keys()],
    signing.map(({ kid }) => kid),
  ]);
}

/**
 * Opens the installation's root secrets with the signing keys, which only wrap them: a key that is put in front of
 * another learns them at the next start, and the other can go. The first start makes one. When all keys were replaced
 * at once none opens what is there: then there is a new one, and everybody signs in again.
 */
export async function openRootSecrets(
  db: Pick<Database, 'transaction'>,
  signing: readonly JWK[],
  log: Logger,
): Promise<DeriveSecrets> {
  return db.transaction(async (transaction) => {
    // Only one of several processes that start at the same moment makes the first secret.
    await transaction.query('lock table auth.root_secrets in exclusive mode');
    const opened = await readRoots(transaction, signing);
    const { roots, isFirst } = opened;
    const isNew = roots.size === 0;
    if (isNew) roots.set(randomUUID(), randomBytes(rootBytes));
    await sealRoots(transaction, signing, opened);
    const deriveSecrets: DeriveSecrets = (purpose) =>
      Array.from(roots.values(), (root) => derive(root, purpose)) as [Buffer, ...Buffer[]];
    if (isNew && !isFirst)
      log.warn(
        'all signing keys were replaced: sessions and second factors from before are not recognised. Put the former key back behind the new one to keep them',
      );
    return deriveSecrets;
  });
}
