import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config';
import web from './vite.config.ts';

// Vitest has set `test`. Components are tested with the React that ships.
process.env['NODE_ENV'] = 'production';

/** Tests that start their own servers. */
const apart: Readonly<Record<string, string>> = {
  long: 'e2e/long/*.test.ts',
  soak: 'e2e/long/soak/*.test.ts',
  container: 'e2e/container/*.test.ts',
};

/** `expect.poll` and `expect.element` wait for what a busy machine does later. In milliseconds. */
const poll = { timeout: 20_000 };

/** Tests that measure time, or that end processes under load: the other tests beside them would spoil what they see. */
const timed = [
  'backend/db/failures.test.ts',
  'backend/auth/domain/sessions/timing.test.ts',
  'backend/http/listen.test.ts',
  'backend/realtime/channels/sessions.test.ts',
];

/**
 * Unit and server tests. One PostgreSQL runs for all of them; each test file gets its own database on it. The files share
 * processes, because loading the server for each takes a fifth of the time: a test leaves nothing behind.
 */
const server: TestProjectConfiguration = {
  test: {
    name: 'server',
    include: ['{backend,server,shared,tools,supabase,web}/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...timed],
    isolate: false,
    globalSetup: ['backend/testing/global.ts', 'backend/wire/target.ts'],
    expect: { poll },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
};

/**
 * The tests of storage once more, with the bytes in an S3 store: each server has a prefix of its own. They run in
 * `e2e/long/object-store.test.ts`.
 */
const storageOnS3: TestProjectConfiguration = {
  test: {
    ...server.test,
    name: 'storage-on-s3',
    include: ['backend/storage/**/*.test.ts'],
    exclude: ['backend/storage/store/{blobs,s3,sweep,byte-cache}.test.ts'],
    globalSetup: ['backend/testing/global.ts', 'backend/testing/global-s3.ts'],
  },
};

/** Other ways to deploy than one server with its folder: each test file starts several servers. They share a PostgreSQL. */
const deployments: TestProjectConfiguration = {
  test: {
    ...server.test,
    name: 'deployments',
    include: ['e2e/long/deployments/*.test.ts'],
    globalSetup: ['backend/testing/global.ts'],
  },
};

const alone: TestProjectConfiguration = {
  test: { ...server.test, name: 'timed', include: timed, exclude: [] },
};

/** Components and hooks, drawn by a real browser with the styles of the app; without a server. */
const components: TestProjectConfiguration = {
  ...web,
  // Packages found while tests run would make the browser begin again.
  optimizeDeps: { entries: ['**/*.{ts,tsx}'] },
  server: {
    // Fonts are served from there, also where it is a link to the packages of another checkout.
    fs: { allow: [import.meta.dirname, realpathSync(join(import.meta.dirname, 'node_modules'))] },
    // Each file loads the app anew. The sources stay as they are while a run lasts: the browser need not ask for each module again.
    ...(process.argv.includes('run') && { headers: { 'Cache-Control': 'max-age=3600' } }),
  },
  test: {
    name: 'components',
    include: ['**/*.test.tsx'],
    setupFiles: ['testing/setup.ts'],
    // A page that is not ready yet mostly is within a frame.
    expect: { poll: { ...poll, interval: 10 } },
    testTimeout: 60_000,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          ...(process.env['CHROMIUM_PATH'] && { executablePath: process.env['CHROMIUM_PATH'] }),
          args: ['--no-sandbox'],
        },
        // Days and clocks are the company's: a computer far from it shows them too.
        contextOptions: { locale: 'es-CL', timezoneId: 'Pacific/Honolulu', reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
};

/**
 * There are no retries: a test that fails now and then is a defect. With `--mode long` the tests of `e2e/long`, which kill
 * the servers they start; with `--mode soak` the tablet that is used for long; with `--mode container` those of the image;
 * with `--mode storage-on-s3` those of storage, on S3; with `--mode deployments` those of several processes and other
 * databases; with `--mode timed` those that run when nothing else does.
 */
export default defineConfig(({ mode }) => {
  const own = apart[mode];
  const chosen: Readonly<Record<string, TestProjectConfiguration>> = {
    'storage-on-s3': storageOnS3,
    deployments,
    timed: alone,
  };
  const projects = chosen[mode] ? [chosen[mode]] : [server, components];
  if (mode === 'timed') return { test: { projects, fileParallelism: false } };
  // Vitest leaves a core free, which is half of a small machine.
  if (!own) return { test: { projects, maxWorkers: '100%' } };
  return {
    test: {
      include: [own],
      fileParallelism: false,
      expect: { poll },
      testTimeout: 15 * 60_000,
      hookTimeout: 60_000,
    },
  };
});
