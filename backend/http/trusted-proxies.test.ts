import { expect, test } from 'vitest';
import { parseProxies } from '../config/parsers.ts';
import { createLogger } from '../telemetry/logger.ts';

const log = createLogger('silent');
const trusted = (value: string) => parseProxies('TRUSTED_PROXIES', value);

test('a host name stands for its addresses once they are looked up', async () => {
  const proxies = trusted('localhost');
  expect(proxies.isEmpty).toBe(false);
  expect(proxies.has('127.0.0.1')).toBe(false);
  using _following = await proxies.follow(log);
  expect(proxies.has('127.0.0.1') || proxies.has('::1')).toBe(true);
  expect(proxies.has('127.0.0.2')).toBe(false);
});

test('a host name that leads nowhere stands for no address, and keeps no server from starting', async () => {
  const proxies = trusted('nowhere.invalid, 192.0.2.7');
  using _following = await proxies.follow(log);
  expect(proxies.has('192.0.2.7')).toBe(true);
  expect(proxies.has('127.0.0.1')).toBe(false);
});

test('addresses and networks of both families are trusted at once', () => {
  const proxies = trusted('192.0.2.0/29,2001:db8::/64');
  expect(['192.0.2.7', '192.0.2.8', '2001:db8::9', '2001:db9::9'].map((each) => proxies.has(each))).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect(trusted('').isEmpty).toBe(true);
});

test.each(['10.0.0.0/33', '300.1.1.1', 'a b', '-proxy', 'proxy:80', 'http://proxy', '10.0.0'])(
  'the start names what is no proxy: %s',
  (value) => expect(() => trusted(value)).toThrow(`TRUSTED_PROXIES holds “${value}”`),
);
