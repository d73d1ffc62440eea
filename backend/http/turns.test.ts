import { expect, test } from 'vitest';
import { empty } from './reply.ts';
import { requestWithin } from './request.ts';
import { inTurns } from './turns.ts';

/** Sends requests at once, each from an address. Returns the addresses in the order in which they began. */
async function orderOf(addresses: readonly string[]): Promise<readonly string[]> {
  const begun: string[] = [];
  const respond = inTurns(async ({ address = '' }) => {
    begun.push(address);
    return empty(204);
  });
  const request = new Request('http://localhost/');
  await Promise.all(addresses.map((address) => respond(requestWithin(request, { address }))));
  return begun;
}

test.each<[string, (index: number) => string]>([
  ['256 networks of one line', (index) => `2001:db8:1:${index.toString(16)}::1`],
  ['one address', () => '203.0.113.66'],
  ['every part of a /48', (index) => `2001:DB8:0001:${(index * 251).toString(16)}::${index}`],
])('P1: requests of others begin before the rest of a flood from %s', async (_, addressOf) => {
  const flood = Array.from({ length: 256 }, (__, index) => addressOf(index));
  const others = ['198.51.100.1', '2001:db8:2::1', '198.51.100.2'];
  const begun = await orderOf([...flood, ...others]);
  expect(begun).toHaveLength(flood.length + others.length);
  for (const address of others) expect(begun.indexOf(address)).toBeLessThan(16);
});

test('P1: requests of one network begin in the order in which they arrived', async () => {
  const addresses = Array.from({ length: 20 }, (_, index) => `2001:db8:1:${index}::1`);
  expect(await orderOf(addresses)).toEqual(addresses);
});
