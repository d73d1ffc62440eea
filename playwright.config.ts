import { defineConfig } from '@playwright/test';
import { address } from './e2e/browser/settings.ts';

/** Journeys of more than forty seconds each, for what seldom changes: `npm run test:long` takes them. */
const long = [
  'booking-languages',
  'company',
  'hostile',
  'pictures',
  'queue',
  'reasons',
  'updates',
  'week',
].map((name) => `${name}.spec.ts`);

/** Journeys in a real Chromium against the real server, which `e2e/browser/server.ts` starts on a fresh data folder. */
export default defineConfig({
  testDir: 'e2e/browser',
  outputDir: 'test-results',
  // Three keep two cores busy: a journey waits for its server and its page.
  workers: 3,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // Browsers on a shared machine stall now and then; what passes only the second time is named at the end.
  retries: 1,
  use: {
    baseURL: address,
    viewport: { width: 1280, height: 800 },
    locale: 'es-CL',
    timezoneId: 'America/Santiago',
    // Journeys about movement ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // Its cached responses would be taken for the server's; `offline.spec.ts` tests it.
    serviceWorkers: 'block',
    // Recording every first attempt would take as long as the journey itself.
    trace: 'on-first-retry',
    launchOptions: {
      ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'journeys', testIgnore: long },
    { name: 'long', testMatch: long },
  ],
  webServer: {
    command: `${JSON.stringify(process.execPath)} e2e/browser/server.ts`,
    url: `${address}/health`,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
});
