import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config.ts';

/** Long journeys, which start their own servers and kill them. One at a time: they need the machine. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../../test-results/long',
  workers: 1,
  retries: 0,
  timeout: 15 * 60_000,
  projects: [{}],
  webServer: [],
});
