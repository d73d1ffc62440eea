import { execFileSync } from 'node:child_process';
import { chown, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Account } from './programs.ts';

const deploy = resolve(import.meta.dirname, '../../../deploy/patroni');

/** The certificates of `deploy/patroni/cluster-certificates.sh`, and the other files of `deploy/patroni/` that name them. */
export interface Certificates {
  /** The certificate of the cluster's authority. */
  readonly ca: string;
  /** Makes a certificate for this machine. */
  issue(name: string, account: Account): Promise<{ readonly cert: string; readonly key: string }>;
  /**
   * Writes a file of `deploy/patroni/` with the paths of the certificates as they are here.
   * @returns its new path
   */
  place(file: string, certificate: string): Promise<string>;
}

/** @param folder where the certificates come to stand; others may enter it */
export function createCertificates(folder: string): Certificates {
  const ca = join(folder, 'ca.crt');
  return {
    ca,
    async issue(name, account) {
      execFileSync('sh', [join(deploy, 'cluster-certificates.sh'), folder, name], { stdio: 'pipe' });
      const [cert, key] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)];
      if (account.uid !== undefined) await chown(key, account.uid, account.gid);
      return { cert, key };
    },
    async place(file, certificate) {
      const text = await readFile(join(deploy, file), 'utf8');
      const path = join(folder, `${certificate}-${file}`);
      const placed = text
        .replaceAll(/\/etc\/(?:patroni|etcd)\/ca\.crt/g, ca)
        .replaceAll(/\/etc\/(?:patroni|etcd)\/\w+\.(crt|key)/g, join(folder, `${certificate}.$1`));
      await writeFile(path, placed);
      return path;
    },
  };
}
