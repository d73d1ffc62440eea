import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import sparticuz from '@sparticuz/chromium';
import { chromium } from '@playwright/test';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * The Chromium inside an npm package: nothing to install, the same everywhere, and without the windows of a whole browser
 * a third faster.
 * @returns undefined where it does not run: on other systems, and without the libraries it shares with other programs
 */
async function packagedBrowser(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const path = await sparticuz.executablePath();
  return spawnSync(path, ['--version']).status === 0 ? path : undefined;
}

/** The program of a Chromium for the browser tests: the packaged one, the machine's own, or Playwright's, downloaded once. */
export async function findBrowser(): Promise<string> {
  const found = (await packagedBrowser()) ?? installed.find((path) => existsSync(path));
  if (found) return found;
  if (!existsSync(chromium.executablePath()))
    spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
      stdio: 'inherit',
    });
  return chromium.executablePath();
}
