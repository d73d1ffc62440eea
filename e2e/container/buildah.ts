import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { run } from './commands.ts';
import type { Engine, ImageConfig } from './engine.ts';
import { writePreviousVersion } from './previous.ts';

const certificates = '/etc/ssl/certs/ca-certificates.crt';

/** Debian as its slim image is: no documentation, no package lists, nothing that was downloaded to install it. */
async function makeDebian(folder: string): Promise<void> {
  await run('debootstrap', '--variant=minbase', 'bookworm', folder, 'http://deb.debian.org/debian');
  const left = ['var/cache/apt', 'var/lib/apt/lists', 'usr/share/doc', 'usr/share/man', 'usr/share/locale'];
  for (const path of left) await rm(join(folder, path), { recursive: true });
}

/** The build's needs besides Debian: Node, npm, and the certificates and registry that this machine's npm uses. */
async function makeBuildTools(folder: string): Promise<void> {
  const npm = dirname(
    dirname(process.env['npm_execpath'] ?? join(await run('npm', 'root', '-g'), 'npm/bin/-')),
  );
  await mkdir(join(folder, 'usr/local/bin'), { recursive: true });
  await cp(process.execPath, join(folder, 'usr/local/bin/node'));
  await cp(npm, join(folder, 'usr/local/lib/npm'), { recursive: true, dereference: true });
  await symlink('../lib/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'));
  let settings = `registry=${await run('npm', 'config', 'get', 'registry')}\n`;
  if (existsSync(certificates)) {
    await mkdir(join(folder, dirname(certificates)), { recursive: true });
    await cp(certificates, join(folder, certificates), { dereference: true });
    settings += `cafile=${certificates}\n`;
  }
  await mkdir(join(folder, 'root'), { recursive: true });
  await writeFile(join(folder, 'root/.npmrc'), settings);
}

/** Buildah without a daemon, on a base image made here; needs root. The container shares this machine's network. */
export async function openBuildah(root: string): Promise<Engine> {
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'transfer-container-'));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const storage = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')];
  const global = [...storage, '--storage-driver', 'vfs'];
  const buildah = (...args: readonly string[]): Promise<string> => run('buildah', ...global, ...args);
  const commit = async (from: string, content: string, name: string): Promise<void> => {
    const container = await buildah('from', from);
    await buildah('add', '--quiet', container, content, '/');
    await buildah('commit', '--quiet', '--rm', container, name);
  };
  await makeDebian(join(folder, 'debian'));
  await commit('scratch', join(folder, 'debian'), 'localhost/debian');
  await makeBuildTools(join(folder, 'tools'));
  await commit('localhost/debian', join(folder, 'tools'), 'localhost/node');
  await writePreviousVersion(join(folder, 'previous'));
  await commit('localhost/debian', join(folder, 'previous'), 'localhost/previous');
  const images = { BASE: 'localhost/debian', BUILD_BASE: 'localhost/node', PREVIOUS: 'localhost/previous' };
  const given = Object.entries(images).flatMap(([name, image]) => ['--build-arg', `${name}=${image}`]);
  await buildah('bud', '--isolation', 'chroot', '--format', 'docker', ...given, '--tag', 'transfer', root);

  const container = await buildah('from', 'transfer');
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', 'transfer')) as {
    readonly Docker: { readonly config: ImageConfig };
  };
  // Buildah would put a volume of this one container over ours.
  await buildah('config', '--volume', '/data-', container);
  const volume = join(folder, 'volume');
  await mkdir(volume);
  // `U` gives the folder to the container's user, as docker does with a new volume.
  const mount = ['--volume', `${volume}:/data:U`];
  let server: ChildProcess | undefined;
  let environment: readonly string[] = [];
  const prepared = (): readonly string[] => {
    const isolation = ['--isolation', 'chroot'];
    return [...global, 'run', ...isolation, ...mount, ...environment, container, '--'];
  };
  async function stop(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const end = once(server, 'exit');
    const holder = await readFile(join(volume, 'server.json'), 'utf8');
    process.kill((JSON.parse(holder) as { pid: number }).pid, 'SIGTERM');
    await end;
  }
  stack.defer(stop);
  const resources = stack.move();
  return {
    name: 'buildah',
    config: Docker.config,
    async start(port) {
      environment = ['--env', `PORT=${port}`];
      server = spawn('buildah', [...prepared(), ...Docker.config.Cmd], { stdio: 'inherit' });
    },
    stop,
    exec: (...command) => run('buildah', ...prepared(), ...command),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
