import { expect, test } from 'vitest';
import { createGate } from './gate.ts';

const page = new Request('http://127.0.0.1/login');

test('a request that has waited in vain for a server that starts may come again', async () => {
  const { fetch } = createGate(20);
  const response = (await fetch(page, {} as never)) as Response;
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
});
