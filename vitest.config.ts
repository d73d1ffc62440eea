import { defineConfig } from 'vitest/config';

const tests = ['{backend,server,shared,tools,supabase}/**/*.test.ts', 'web/**/*.test.{ts,tsx}'];

/** Tests that start their own servers. */
const apart: Readonly<Record<string, string>> = {
  long: 'e2e/long/*.test.ts',
  container: 'e2e/container/*.test.ts',
};

/**
 * Unit and server tests. One PostgreSQL runs for all of them; each test file gets its own database on it. There are no
 * retries: a test that fails now and then is a defect. With `--mode long` those of `e2e/long`, which kill the servers they
 * start; with `--mode container` those of the image.
 */
export default defineConfig(({ mode }) => {
  const own = apart[mode];
  return {
    test: {
      include: own ? [own] : tests,
      globalSetup: own ? [] : ['backend/testing/global.ts', 'backend/wire/target.ts'],
      fileParallelism: !own,
      testTimeout: own ? 15 * 60_000 : 30_000,
      hookTimeout: 60_000,
    },
  };
});
