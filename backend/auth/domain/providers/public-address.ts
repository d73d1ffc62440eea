import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { boundedFetch } from './bounded-fetch.ts';

function blockList(family: 'ipv4' | 'ipv6', ...lines: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of lines.flatMap((line) => line.split(' '))) {
    const [network = '', length] = range.split('/');
    list.addSubnet(network, Number(length), family);
  }
  return list;
}

/**
 * Networks that belong to this machine, its neighbours, or nobody: IANA's registries of special-purpose addresses, multicast
 * and 192.88.99.0/24, the way to 2002::/16.
 */
const inner4 = blockList(
  'ipv4',
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.31.196.0/24',
  '192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
);
/** Public IPv6 addresses are given out from 2000::/3 alone, so all others are inner ones: also those that hold an IPv4 address. */
const inner6 = blockList(
  'ipv6',
  '::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3ffe::/16 3fff::/20',
);

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
    addresses.every((address) =>
      isIPv6(address) ? !inner6.check(address, 'ipv6') : !inner4.check(address, 'ipv4'),
    )
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
