import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { databasePid, ended, root, runProgram, type Program } from '../backend/testing/processes.ts';
import { startServerProcess, type ServerProcess } from '../backend/testing/servers.ts';

/** A server, and another one that belongs to another data folder. */
let folder = '';
let server: ServerProcess;
let stranger: ServerProcess;
const programs: Program[] = [];
const password = 'cordillera nevada 7';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-commands-'));
  [server, stranger] = (await Promise.all(
    ['own', 'other'].map((name) => startServerProcess({ DATA_DIR: join(folder, name), LOG_LEVEL: 'warn' })),
  )) as [ServerProcess, ServerProcess];
}, 120_000);

afterAll(async () => {
  for (const { process } of programs) process.kill('SIGKILL');
  await Promise.all([server.stop(), stranger.stop(), ...programs.map(ended)]);
  await rm(folder, { recursive: true, force: true });
});

async function run(script: string, args: readonly string[], environment: Readonly<Record<string, string>>) {
  const program = runProgram(process.execPath, [join('tools', script), ...args], environment);
  programs.push(program);
  return { code: await ended(program), output: program.output().trim() };
}

async function roleAt(address: ServerProcess, name: string, email: string): Promise<unknown> {
  const secrets = await readFile(join(folder, name, 'secrets.json'), 'utf8');
  const { publishableKey } = JSON.parse(secrets) as { publishableKey: string };
  const { data, error } = await address.client(publishableKey).auth.signInWithPassword({ email, password });
  return error?.code ?? data.user?.app_metadata['role'];
}

test('the command finds the server that runs on the data folder, and no other one that answers on PORT', async () => {
  const email = 'ana@example.com';
  const environment = { DATA_DIR: join(folder, 'own'), PORT: new URL(stranger.url).port };
  const made = await run('admin.ts', [email, '--password', password], environment);
  expect(made).toEqual({ code: 0, output: `Created the administrator ${email}.` });
  expect(await roleAt(server, 'own', email)).toBe('admin');
  expect(await roleAt(stranger, 'other', email)).toBe('invalid_credentials');
});

test('a password that is too weak is refused for a new administrator as for an existing one', async () => {
  const environment = { DATA_DIR: join(folder, 'own') };
  for (const email of ['new@example.com', 'ana@example.com']) {
    const { code, output } = await run('admin.ts', [email, '--password', 'short'], environment);
    expect([code, output]).toEqual([1, expect.stringMatching(/^Password should be at least 8 characters/)]);
  }
  expect(await roleAt(server, 'own', 'ana@example.com')).toBe('admin');
});

test('SQL reaches the built-in database of the running server, which notices that all sessions were ended', async () => {
  const environment = { DATA_DIR: join(folder, 'own') };
  const secrets = await readFile(join(folder, 'own', 'secrets.json'), 'utf8');
  const client = server.client((JSON.parse(secrets) as { publishableKey: string }).publishableKey);
  await client.auth.signUp({ email: `${randomUUID()}@example.com`, password });
  expect((await client.auth.getUser()).error).toBeNull();
  const { output } = await run('sql.ts', [`select 1 + 1 as sum, 'a' || 'b' as text`], environment);
  expect(output).toBe('{"sum":2,"text":"ab"}');
  const ending = await run('sql.ts', ['delete from auth.sessions'], environment);
  expect(ending.output).toMatch(/^DELETE [1-9]\d*$/);
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  const wrong = await run('sql.ts', ['delete from nowhere'], environment);
  expect(wrong).toEqual({ code: 1, output: 'relation "nowhere" does not exist' });
});

test('the commands start the built-in database of a server that does not run, and end it', async () => {
  await stranger.stop();
  const dataDir = join(folder, 'other');
  const environment = { DATA_DIR: dataDir };
  const made = await run('admin.ts', ['eva@example.com', '--password', password], environment);
  expect(made).toEqual({ code: 0, output: 'Created the administrator eva@example.com.' });
  const statements = 'select name from public.drivers; select email from auth.users';
  const { output } = await run('sql.ts', [statements], environment);
  expect(output).toBe('SELECT 0\n{"email":"eva@example.com"}');
  await expect(databasePid(dataDir)).rejects.toThrow('ENOENT');
});

/** A checkout with the tools that npm's scripts begin with, and the packages of this one. */
async function copyTools(name: string): Promise<string> {
  const copy = join(folder, name);
  await mkdir(join(copy, 'tools'), { recursive: true });
  for (const file of ['run.mjs', 'install.mjs', 'memory.mjs', 'env-file.mjs'])
    await cp(join(root, 'tools', file), join(copy, 'tools', file));
  for (const file of ['package.json', 'package-lock.json']) await cp(join(root, file), join(copy, file));
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

test('what npm runs reads the settings of the installation from .env', async () => {
  const copy = await copyTools('copy');
  await writeFile(
    join(copy, 'tools', 'show.ts'),
    'console.log(process.env.BRAND_NAME, process.env.DATA_DIR);',
  );
  await writeFile(join(folder, 'settings'), 'BRAND_NAME=Mi Transfer\nDATA_DIR=/var/lib/transfer\n');
  await symlink(join(folder, 'settings'), join(copy, '.env'));
  const show = async (...args: string[]): Promise<string> => {
    const program = runProgram(process.execPath, [join(copy, 'tools/run.mjs'), ...args, 'tools/show.ts'], {});
    programs.push(program);
    await ended(program);
    return program.output().trim();
  };
  expect(await show()).toBe('Mi Transfer /var/lib/transfer');
  // Tests of a checkout must not depend on what the machine serves.
  expect(await show('--with-tests')).toBe('undefined undefined');
});

/** Ends for want of memory at its first start; the second one prints the heap's limit in MiB. */
const greedyServer = `import { existsSync, writeFileSync } from 'node:fs';
import { getHeapStatistics } from 'node:v8';
const started = import.meta.dirname + '/started';
if (existsSync(started)) console.log(Math.round(getHeapStatistics().heap_size_limit / 2 ** 20));
else {
  writeFileSync(started, '');
  const held = [];
  for (;;) held.push(new Array(1000).fill(held.length));
}`;

test('`npm start` bounds the heap unless NODE_OPTIONS says otherwise; a server that needs more is started again', async () => {
  const copy = await copyTools('greedy');
  for (const name of ['server', 'backend']) await mkdir(join(copy, name));
  await cp(join(root, 'backend/memory.json'), join(copy, 'backend/memory.json'));
  await writeFile(join(copy, 'server/main.ts'), greedyServer);
  await writeFile(join(copy, 'tools/build.ts'), '');
  const start = async (options: string): Promise<string> => {
    const run = [join(copy, 'tools/run.mjs'), 'server/main.ts'];
    const program = runProgram(process.execPath, run, { NODE_OPTIONS: options });
    programs.push(program);
    expect(await ended(program)).toBe(0);
    return program.output().trim();
  };
  /** The young generation comes on top of the given size. */
  const expectLimit = (output: string, size: number): void => {
    const limit = Number(output.split('\n').at(-1));
    expect([limit >= size, limit < size + 100], output).toEqual([true, true]);
  };
  const own = await start('--max-old-space-size=64');
  expect(own).toContain('The server exited (SIGABRT); restarting in 1 s.');
  expectLimit(own, 64);
  expectLimit(await start(''), 512);
});

test('O7h lines of .env that set nothing are named, and the rest counts', async () => {
  const copy = await copyTools('lines');
  await writeFile(join(copy, 'tools', 'show.ts'), 'console.log(process.env.DATA_DIR);');
  await writeFile(join(copy, '.env'), 'BRAND NAME=x\nDATA_DIR=/var/lib/transfer\nBRAND_NAME="unterminated\n');
  const program = runProgram(process.execPath, [join(copy, 'tools/run.mjs'), 'tools/show.ts'], {});
  programs.push(program);
  expect(await ended(program)).toBe(0);
  expect(program.output().trim().split('\n').toSorted()).toEqual(
    [
      `${join(copy, '.env')}: line 1 sets nothing: no name of a variable stands before “=”.`,
      `${join(copy, '.env')}: line 3: the quote (") of BRAND_NAME is not closed.`,
      '/var/lib/transfer',
    ].toSorted(),
  );
});

test.for([
  ['SIGKILL', `process.kill(process.pid, 'SIGKILL')`],
  ['SIGABRT', `process.abort()`],
  ['70', `process.exit(70)`],
] as const)('O7j `npm start` starts a server again that ended with %s', async ([end, statement]) => {
  const copy = await copyTools(`ended-${end}`);
  for (const name of ['server', 'backend']) await mkdir(join(copy, name));
  await cp(join(root, 'backend/memory.json'), join(copy, 'backend/memory.json'));
  const started = `import { existsSync, writeFileSync } from 'node:fs';
const started = import.meta.dirname + '/started';
if (existsSync(started)) console.log('again');
else { writeFileSync(started, ''); ${statement}; }`;
  await writeFile(join(copy, 'server/main.ts'), started);
  await writeFile(join(copy, 'tools/build.ts'), '');
  const program = runProgram(process.execPath, [join(copy, 'tools/run.mjs'), 'server/main.ts'], {});
  programs.push(program);
  expect(await ended(program)).toBe(0);
  expect(program.output()).toContain(`The server exited (${end}); restarting in 1 s.\nagain`);
});

test('a command that installs packages first prints its own output alone, so that it can be redirected', async () => {
  const copy = await copyTools('new');
  const lock = JSON.parse(await readFile(join(copy, 'package-lock.json'), 'utf8')) as { packages: object };
  const packages = { ...lock.packages, 'node_modules/not-installed': { version: '1.0.0' } };
  await writeFile(join(copy, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  await writeFile(join(copy, 'npm.js'), `console.log('added 1 package');`);
  await writeFile(join(copy, 'tools', 'show.ts'), `console.log('KEY=value');`);
  const environment = { npm_execpath: join(copy, 'npm.js') };
  const program = runProgram(process.execPath, [join(copy, 'tools/run.mjs'), 'tools/show.ts'], environment);
  programs.push(program);
  let printed = '';
  program.process.stdout?.on('data', (data) => (printed += String(data)));
  expect(await ended(program)).toBe(0);
  expect(program.output()).toContain('added 1 package');
  expect(printed).toBe('KEY=value\n');
});
