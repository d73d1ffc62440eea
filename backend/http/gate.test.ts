import { expect, test } from 'vitest';
import { createGate } from './gate.ts';
import { requestWithin } from './request.ts';

test('a request that has waited in vain for a server that starts may come again', async () => {
  const { respond } = createGate(20);
  const { status, headers } = await respond(requestWithin(new Request('http://127.0.0.1/login')));
  expect([status, headers['Retry-After']]).toEqual([503, '1']);
});
