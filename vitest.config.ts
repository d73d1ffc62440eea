import { defineConfig } from 'vitest/config';

/** Unit and server tests. One PostgreSQL runs for all of them; each test file gets its own database on it. */
export default defineConfig({
  test: {
    include: [
      '{server,shared,tools,supabase}/**/*.test.ts',
      'web/**/*.test.{ts,tsx}',
      'e2e/wire/**/*.test.ts',
    ],
    globalSetup: ['server/testing/global.ts', 'e2e/wire/target.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
