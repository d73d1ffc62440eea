import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { TrustedProxies } from './trusted-proxies.ts';
import { inTurns } from './turns.ts';

const proxy = '127.0.0.1';
const proxies = new BlockList();
proxies.addAddress(proxy);

/** Sends requests at once, each from an address behind the proxy. Returns the addresses in the order in which they began. */
async function orderOf(addresses: readonly string[]): Promise<readonly string[]> {
  const begun: string[] = [];
  const fetch = inTurns(
    (_, env) => {
      begun.push(
        (env as { incoming: { headers: Record<string, string> } }).incoming.headers['x-forwarded-for']!,
      );
      return new Response();
    },
    new TrustedProxies(proxies, []),
  );
  const request = new Request('http://localhost/');
  const incoming = (address: string) => ({
    socket: { remoteAddress: proxy },
    headers: { 'x-forwarded-for': address },
  });
  await Promise.all(addresses.map((address) => fetch(request, { incoming: incoming(address) } as never)));
  return begun;
}

test.each<[string, (index: number) => string]>([
  ['256 networks of one line', (index) => `2001:db8:1:${index.toString(16)}::1`],
  ['one address', () => '203.0.113.66'],
  ['one address, written in two ways', (index) => (index % 2 ? '::ffff:203.0.113.66' : '203.0.113.66')],
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
