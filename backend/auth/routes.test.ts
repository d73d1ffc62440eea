import { expect, test } from 'vitest';
import { authEndpoints } from './index.ts';
import { startTestApp } from '../testing/app.ts';
import { accountRoutes, codeRoutes, passkeyRoutes, signInRoutes } from '../testing/auth/auth-routes.ts';

/** Replaces parameters and their examples with `:`. */
function normalized(method: string, path: string): string {
  const segments = path.split('?', 1)[0]!.split('/');
  return `${method} ${segments.map((each) => (/^:|^[0-9a-f-]{36}$/.test(each) ? ':' : each)).join('/')}`;
}

test('the robustness tests cover every endpoint of auth/v1', async () => {
  await using server = await startTestApp();
  const served = authEndpoints(server.context.config.protocol.auth)
    .filter(([method]) => method !== 'ALL')
    .map(([method, path]) => normalized(method, path));
  const tried = [...accountRoutes, ...codeRoutes, ...passkeyRoutes, ...signInRoutes].map(([method, path]) =>
    normalized(method, path),
  );
  expect(served.length).toBeGreaterThan(40);
  expect(served.filter((route) => !tried.includes(route))).toEqual([]);
});
