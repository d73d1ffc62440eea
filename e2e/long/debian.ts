import { execFileSync } from 'node:child_process';

// Debian keeps servers in folders that only root's login shell looks into.
process.env['PATH'] = `${process.env['PATH']}:/usr/local/sbin:/usr/sbin:/sbin`;
const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

function works(file: string, ...args: readonly string[]): boolean {
  try {
    execFileSync(file, args, { stdio: 'ignore', env: environment });
    return true;
  } catch {
    return false;
  }
}

/**
 * Installs Debian's packages whose programs a test runs, those that are missing; needs root.
 * @throws Error that names them
 */
export function installPackages(...packages: readonly string[]): void {
  const missing = packages.filter((name) => !works('dpkg', '--status', name));
  if (missing.length === 0) return;
  const installed = () => works('apt-get', 'install', '--yes', '--no-install-recommends', ...missing);
  if (installed() || (works('apt-get', 'update') && installed())) return;
  throw new Error(
    `This test needs Debian's packages ${missing.join(', ')}; as root it installs them itself.`,
  );
}
