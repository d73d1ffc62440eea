import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import sparticuz from '@sparticuz/chromium';
import { chromium } from '@playwright/test';

const installed = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * The program of a Chromium for the browser tests: the machine's own; else, on Linux x64, the one inside an npm
 * package (nothing to install, no rights needed); else Playwright's, which is downloaded once.
 */
export async function findBrowser(): Promise<string> {
  const own = installed.find((path) => existsSync(path));
  if (own) return own;
  if (process.platform === 'linux' && process.arch === 'x64') return sparticuz.executablePath();
  if (!existsSync(chromium.executablePath()))
    spawnSync(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'], {
      stdio: 'inherit',
    });
  return chromium.executablePath();
}
