import { BlockList } from 'node:net';
import { expect, test } from 'vitest';
import { forwardedAddress, networkQuotaKeys, visitorNetwork, withClientAddress } from './client-address.ts';
import { TrustedProxies } from './trusted-proxies.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0db8:0000:0000::', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('A8 %s belongs to visitor %s', (address, network) => expect(visitorNetwork(address)).toBe(network));

test.each([
  ['203.0.113.7', '203.0.113.0/24', 16],
  ['203.0.113.107', '203.0.113.0/24', 16],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48', 4],
  ['2001:DB8:1:ff::1', '2001:db8:1::/48', 4],
  ['2001:db8::1', '2001:db8:0::/48', 4],
])('P1: %s counts within %s too, with %d times the limit', (address, wider, times) => {
  const network = visitorNetwork(address);
  expect(networkQuotaKeys(network)).toEqual([
    { name: network, weight: 1 },
    { name: wider, weight: 1 / times },
  ]);
});

const network = new BlockList();
network.addSubnet('10.0.0.0', 8, 'ipv4');
const proxies = new TrustedProxies(network, []);

test.each([
  ['198.51.100.7', '198.51.100.7'],
  ['203.0.113.9, 198.51.100.7', '198.51.100.7'],
  ['198.51.100.7, 10.0.0.2, 10.0.0.3', '198.51.100.7'],
  ['198.51.100.7,::ffff:10.0.0.2', '198.51.100.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['nonsense', '10.0.0.1'],
  ['198.51.100.7,', '10.0.0.1'],
  ['', '10.0.0.1'],
  ['10.0.0.2', '10.0.0.2'],
  [`${'203.0.113.9,%'.repeat(1000)},198.51.100.7`, '198.51.100.7'],
])('A8 a proxy that forwards %.40s speaks for %s', (forwarded, expected) => {
  for (const peer of ['10.0.0.1', '::ffff:10.0.0.1'])
    expect(forwardedAddress(peer, forwarded, proxies)).toBe(expected);
});

test('N6: code behind the server reads the address that the server found, under every name, and none of the client’s', () => {
  const given = {
    'CF-Connecting-IP': '100.96.0.1',
    'X-Forwarded-For': '100.96.0.1, 100.96.0.2',
    'X-Real-IP': '100.96.0.1',
    Forwarded: 'for=100.96.0.1',
    'True-Client-IP': '100.96.0.1',
    'Fastly-Client-IP': '100.96.0.1',
    'X-Original-Forwarded-For': '100.96.0.1',
    'X-Forwarded-Host': 'app.example',
    'User-Agent': 'test',
  };
  expect(Object.fromEntries(withClientAddress(new Headers(given), '2001:db8::1'))).toEqual({
    'cf-connecting-ip': '2001:db8::1',
    'x-forwarded-for': '2001:db8::1',
    'x-real-ip': '2001:db8::1',
    'x-forwarded-host': 'app.example',
    'user-agent': 'test',
  });
  const within = withClientAddress(new Headers(given), undefined);
  expect([...within.keys()]).toEqual(['user-agent', 'x-forwarded-host']);
});
