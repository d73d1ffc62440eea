import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from './testing/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

test('gives the security headers with every answer, errors included', async () => {
  for (const path of ['/health', '/no-such-file.txt']) {
    const { headers } = await server.request(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('strict-transport-security')).toContain('includeSubDomains');
  }
});

test('lets only its own origin and the configured ones call the API from a browser', async () => {
  const own = await server.request('/rest/v1/drivers', {
    headers: { origin: server.context.config.publicUrl },
  });
  expect(own.headers.get('access-control-allow-origin')).toBe(server.context.config.publicUrl);
  const other = await server.request('/rest/v1/drivers', { headers: { origin: 'https://evil.example' } });
  expect(other.headers.get('access-control-allow-origin')).toBeNull();
});

test('gives nothing away of files that are not the app', async () => {
  for (const path of ['/.git/config', '/.env', '/.vite/manifest.json', '/assets/', '/server/main.ts']) {
    const response = await server.request(path);
    expect(
      response.status === 404 || response.headers.get('content-type')?.startsWith('text/html'),
      path,
    ).toBe(true);
    expect(await response.text()).not.toContain('import');
  }
  expect((await server.request('/.env')).status).toBe(404);
});
