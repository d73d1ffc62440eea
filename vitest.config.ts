import { defineConfig } from 'vitest/config';

const tests = [
  '{server,shared,tools,supabase}/**/*.test.ts',
  'web/**/*.test.{ts,tsx}',
  'e2e/wire/**/*.test.ts',
];

/**
 * Unit and server tests. One PostgreSQL runs for all of them; each test file gets its own database on it. With
 * `--mode long` those of `e2e/long`, which start their own servers and kill them.
 */
export default defineConfig(({ mode }) => ({
  test: {
    include: mode === 'long' ? ['e2e/long/*.test.ts'] : tests,
    globalSetup: mode === 'long' ? [] : ['server/testing/global.ts', 'e2e/wire/target.ts'],
    fileParallelism: mode !== 'long',
    // As journeys do: a machine that stalls for seconds is not a defect.
    retry: 1,
    testTimeout: mode === 'long' ? 15 * 60_000 : 30_000,
    hookTimeout: 60_000,
  },
}));
