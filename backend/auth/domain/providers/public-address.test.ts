import { expect, test } from 'vitest';
import { startTestApp } from '../../../testing/app.ts';
import { sendAsAdmin } from '../../../testing/auth/auth.ts';
import { withAuth } from '../../../testing/auth/auth-config.ts';
import { fetchFor, isPublicHost, publicFetch } from './public-address.ts';

const inner = [
  'https://127.0.0.1',
  'https://127.9.9.9',
  'https://2130706433',
  'https://0x7f.1',
  'https://017700000001',
  'https://0.0.0.0',
  'https://10.1.2.3',
  'https://100.64.0.1',
  'https://169.254.169.254',
  'https://172.31.255.255',
  'https://192.168.1.1',
  'https://[::1]',
  'https://[::]',
  'https://[::ffff:127.0.0.1]',
  'https://[::ffff:a00:1]',
  'https://[::127.0.0.1]',
  'https://[64:ff9b::a9fe:a9fe]',
  'https://[2002:7f00:1::]',
  'https://[fd00::1]',
  'https://[fe80::1]',
  'https://localhost',
  // P13
  'https://192.88.99.1',
  'https://192.175.48.6',
  'https://255.255.255.255',
  'https://[::ffff:0:127.0.0.1]',
  'https://[64:ff9b:1::a00:1]',
  'https://[100:0:0:1::1]',
  'https://[2001::1]',
  'https://[2001:0:7f00:1::]',
  'https://[2001:2::1]',
  'https://[2001:1ff:ffff::1]',
  'https://[2620:4f:8000::1]',
  'https://[3fff::1]',
  'https://[5f00::1]',
  'https://[4000::1]',
  'https://[ff02::1]',
];

test.each(inner)('%s is not of the public internet', async (address) => {
  expect(await isPublicHost(new URL(address))).toBe(false);
  await expect(publicFetch(`${address}:9/metadata`)).rejects.toThrow('not of the public internet');
});

test.each([
  '1.1.1.1',
  '192.88.98.1',
  '192.0.1.1',
  '223.255.255.255',
  '[2001:200::1]',
  '[2001:4860:4860::8888]',
  '[2606:4700::1111]',
  '[2a00:1450::1]',
  '[2800:150::1]',
])('P13: %s is of the public internet', async (host) => {
  expect(await isPublicHost(new URL(`https://${host}`))).toBe(true);
});

test('P13: an address of a network card is not of the public internet', async () => {
  expect(await isPublicHost(new URL('https://idp.example'), async () => ['fe80::1%eth0'])).toBe(false);
});

test('a name counts by all its addresses', async () => {
  const url = new URL('https://idp.example');
  const named = (...addresses: string[]) => isPublicHost(url, async () => addresses);
  expect(await named('8.8.8.8', '2606:4700::1111')).toBe(true);
  expect(await named('8.8.8.8', '10.0.0.1')).toBe(false);
  expect(await named('2606:4700::1111', 'fd00::1')).toBe(false);
  expect(await named()).toBe(false);
});

test.each([
  'http://idp.example/',
  'http://127.0.0.1/',
  'file:///etc/passwd',
  'ftp://idp.example/',
  'data:,x',
])('%s is not asked', async (address) => {
  await expect(publicFetch(address)).rejects.toThrow('does not begin with https:');
});

test('keys and endpoints that a public issuer names are not fetched from inside', async () => {
  const fetchFrom = await fetchFor(new URL('https://idp.example'), async () => ['8.8.8.8']);
  for (const address of inner)
    await expect(fetchFrom(`${address}:9/keys`)).rejects.toThrow('not of the public internet');
  await expect(fetchFrom('http://169.254.169.254/keys')).rejects.toThrow('does not begin with https:');
  const own = await fetchFor(new URL('https://10.0.0.5'));
  await expect(own('http://127.0.0.1:9/keys')).rejects.toThrow('fetch failed');
});

test('the metadata of an identity provider are not fetched from inside the installation’s network', async () => {
  await using server = await startTestApp({
    config: (config) => ({
      ...withAuth({ saml: { enabled: true } })(config),
      publicUrl: 'https://club.example',
    }),
  });
  for (const address of [...inner, 'http://127.0.0.1:9', 'http://localhost:9', 'file:///etc/passwd']) {
    const body = { type: 'saml', metadata_url: `${address}/metadata` };
    const answer = await sendAsAdmin(server, '/admin/sso/providers', { body });
    expect([400, 422], address).toContain(answer.status);
    expect(answer.body['error_code']).toMatch(/^(validation_failed|saml_metadata_fetch_failed)$/);
    expect(JSON.stringify(answer.body)).not.toMatch(/ECONN|status \d/);
  }
});
