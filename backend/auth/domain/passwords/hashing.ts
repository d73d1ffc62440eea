import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import { verify as verifyBcrypt } from '@node-rs/bcrypt';
import { networkQuotaKeys } from '../../../http/client-address.ts';
import { createSemaphore } from '../../../util/semaphore.ts';
import { invalid } from '../../errors.ts';

/**
 * A hash takes 19 MiB and a core for its whole duration. Never run more at once than there are cores, and leave one of
 * Node's four threads to reading files. 64 hashes are about a second of work: later ones would wait longer than people do.
 */
const hashLimits = { running: Math.min(availableParallelism(), 3), waiting: 64 };

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Limits for imported hashes, so that a few sign-ins cannot stop the server. */
const maxCost = { memoryCost: 131_072, timeCost: 16, parallelism: 8, bcryptRounds: 14 };
/** bcrypt ignores further bytes: a longer password would match by its beginning. */
const maxBcryptBytes = 72;

const bcryptPattern = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/;

function parseArgon2(stored: string) {
  if (!stored.startsWith('$argon2')) return undefined;
  try {
    return parseOptions(stored);
  } catch {
    return undefined;
  }
}

/**
 * Checks a hash that an administrator imports from another system.
 * @throws AuthError validation_failed when it is neither bcrypt nor argon2, or too costly to verify
 */
export function checkImportedHash(stored: string): void {
  const rounds = bcryptPattern.exec(stored)?.[1];
  const argon2 = parseArgon2(stored);
  if (!rounds && !argon2) throw invalid('password_hash must be a bcrypt or an argon2 hash');
  const tooCostly =
    Number(rounds ?? 0) > maxCost.bcryptRounds ||
    (argon2 &&
      (argon2.memoryCost > maxCost.memoryCost ||
        argon2.timeCost > maxCost.timeCost ||
        argon2.parallelism > maxCost.parallelism));
  if (tooCostly) throw invalid('password_hash is too costly to verify');
}

/** A hash of no password, as costly to verify as ours. */
function hashOfNobody(): string {
  const random = (bytes: number): string => randomBytes(bytes).toString('base64').replaceAll('=', '');
  const { memoryCost, timeCost, parallelism } = cost;
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${random(16)}$${random(32)}`;
}

/**
 * Hashes and verifies passwords on the thread pool, with bounded concurrency.
 * @returns the hashing for the requests of one network; the networks take turns
 * @throws BusyError when too many hashes wait
 */
export function createPasswords() {
  const { run } = createSemaphore(hashLimits);
  const nobodysHash = hashOfNobody();

  async function matches(password: string, stored: string): Promise<boolean> {
    if (parseArgon2(stored)) return verify(stored, password);
    if (bcryptPattern.test(stored) && Buffer.byteLength(password) <= maxBcryptBytes)
      return verifyBcrypt(password, stored);
    await verify(nobodysHash, password);
    return false;
  }

  return (network: string) => ({
    /** @returns argon2id in PHC notation */
    hash: (password: string): Promise<string> => run(networkQuotaKeys(network), () => hash(password, cost)),
    /**
     * Whether the password matches the stored hash. Without a hash (unknown user, user without a password) it does the
     * same work and gives false, so that the time does not reveal which addresses have an account.
     */
    verify: (password: string, stored: string | null | undefined): Promise<boolean> =>
      run(networkQuotaKeys(network), () => matches(password, stored ?? '')),
    /** Whether the hash has other parameters than ours; the next sign-in replaces it. */
    isOutdated(stored: string): boolean {
      const found = parseArgon2(stored);
      return !(
        found &&
        stored.startsWith('$argon2id$') &&
        found.memoryCost === cost.memoryCost &&
        found.timeCost === cost.timeCost &&
        found.parallelism === cost.parallelism
      );
    },
  });
}
