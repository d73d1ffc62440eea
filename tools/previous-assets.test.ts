import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadSettings } from '../server/settings/settings.ts';
import { loadStaticFiles } from '../server/pages/static.ts';
import { keepPreviousAssets } from './previous-assets.ts';
import { getPage } from '../server/testing/page.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'transfer-assets-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** As a build does: empties the folder, and writes its own assets. */
async function build(...names: readonly string[]): Promise<void> {
  const putBack = await keepPreviousAssets(folder);
  await rm(folder, { recursive: true });
  await mkdir(join(folder, 'assets'), { recursive: true });
  for (const name of names) await writeFile(join(folder, 'assets', name), `content of ${name}`);
  await putBack();
}

const kept = async (): Promise<string[]> => (await readdir(join(folder, 'assets'))).sort();

test('a build keeps the assets of the build before it, and no older ones', async () => {
  await build('home-1.js', 'home-1.js.br', 'shared.js');
  expect(await kept()).toEqual(['home-1.js', 'home-1.js.br', 'shared.js']);
  await build('home-2.js', 'shared.js');
  expect(await kept()).toEqual(['home-1.js', 'home-1.js.br', 'home-2.js', 'shared.js']);
  await build('home-3.js');
  expect(await kept()).toEqual(['home-2.js', 'home-3.js', 'shared.js']);
  expect(await readFile(join(folder, 'assets', 'home-2.js'), 'utf8')).toBe('content of home-2.js');
});

test('the folder of a version that left no list counts as one build', async () => {
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'assets', 'home-0.js'), 'old');
  await build('home-1.js');
  expect(await kept()).toEqual(['home-0.js', 'home-1.js']);
});

test('a page of the version before loads its later parts from the new server', async () => {
  await build('panel-1.js');
  await build('panel-2.js');
  const { page } = await loadSettings({ DATA_DIR: join(folder, 'data') });
  const pages = await loadStaticFiles(folder, page);
  for (const path of ['/assets/panel-1.js', '/assets/panel-2.js']) {
    const response = getPage(pages, path);
    expect(await response?.text()).toBe(`content of ${path.slice('/assets/'.length)}`);
    expect(response?.headers.get('cache-control')).toContain('immutable');
  }
  expect(getPage(pages, '/.assets.json')).toBeUndefined();
});
