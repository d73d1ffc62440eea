import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { boundedFetch } from './bounded-fetch.ts';

/** Networks that belong to this machine, its neighbours, or nobody. The list knows IPv4 in IPv6 (`::ffff:10.0.0.1`) too. */
const inner = new BlockList();
for (const range of [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
].flatMap((line) => line.split(' '))) {
  const [network = '', length] = range.split('/');
  inner.addSubnet(network, Number(length), 'ipv4');
}
// 64:ff9b and 2002 carry an IPv4 address inside.
for (const range of '::/96 64:ff9b::/32 100::/64 2001:db8::/32 2002::/16 fc00::/7 fe80::/10 fec0::/10 ff00::/8'.split(
  ' ',
)) {
  const [network = '', length] = range.split('/');
  inner.addSubnet(network, Number(length), 'ipv6');
}

/** Development and tests have no certificate; all other requests to providers use TLS. */
export function isLoopback({ hostname }: URL): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

type Resolve = (host: string) => Promise<readonly string[]>;

async function resolveByDns(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

/** Whether a host is an address of the public internet, or a name of such addresses only. */
export async function isPublicHost({ hostname }: URL, resolve: Resolve = resolveByDns): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(host) > 0 ? [host] : await resolve(host);
  return (
    addresses.length > 0 &&
    addresses.every((address) => !inner.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4'))
  );
}

/**
 * `boundedFetch` for an address that came over the network: only https, and only to the public internet, so that nobody
 * makes this server ask the services beside it. A name that resolves differently a moment later meets a server whose
 * certificate is not for that name.
 * @throws Error
 */
export async function publicFetch(...[input, init]: Parameters<typeof boundedFetch>): Promise<Response> {
  const url = new URL(input);
  if (url.protocol !== 'https:') throw new Error('the address does not begin with https:');
  if (!(await isPublicHost(url))) throw new Error('the address is not of the public internet');
  return boundedFetch(url, init);
}

/**
 * How the addresses in an issuer's documents are fetched. The operator chose the issuer, which may be an inner one; the
 * documents are the issuer's, and those of a public one name no inner service.
 */
export async function fetchFor(issuer: URL, resolve?: Resolve): Promise<typeof boundedFetch> {
  return (await isPublicHost(issuer, resolve)) ? publicFetch : boundedFetch;
}
