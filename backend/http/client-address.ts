import { isIP } from 'node:net';
import type { RequestHeaders } from './request.ts';
import { memoize } from '../util/memoize.ts';
import { quotaKey, type QuotaKey } from '../util/quota-key.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/** Node writes an IPv4 peer of a dual-stack socket as `::ffff:1.2.3.4`. */
function plainAddress(address: string): string {
  const [text = ''] = address.trim().split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1];
  return mapped ?? text;
}

/**
 * The address a request comes from: the peer of the socket, or, when that is a configured proxy, the last address in
 * `X-Forwarded-For` that is not one. Any other peer's header is ignored. Undefined without a peer.
 */
export function forwardedAddress(
  peer: string,
  forwardedFor: string,
  proxies: TrustedProxies,
): string | undefined {
  let address = plainAddress(peer);
  if (isIP(address) === 0) return undefined;
  let forwarded = forwardedFor;
  while (proxies.has(address)) {
    // From the end: a client may have sent any number of addresses before those that the proxies added.
    const comma = forwarded.lastIndexOf(',');
    const previous = plainAddress(forwarded.slice(comma + 1));
    if (isIP(previous) === 0) break;
    address = previous;
    forwarded = comma === -1 ? '' : forwarded.slice(0, comma);
  }
  return address;
}

/** Headers in which proxies name a client's address. Any client can send them. */
const addressHeaders = new RegExp(
  `^(${[
    'cf-connecting-ip(v6)?|cf-pseudo-ipv4|true-client-ip|client-ip|(sb-)?forwarded(-for)?',
    'fastly-client-ip|fly-client-ip|do-connecting-ip|cloudfront-viewer-address',
    'x-(real|client|cluster-client|true-client|remote|originating|proxyuser)-ip|x-remote-addr',
    'x-(original-)?forwarded(-for)?|x-envoy-external-address|x-azure-(client|socket)ip|x-appengine-user-ip',
  ].join('|')})$`,
);

/** Whether a header, by its name in small letters, is one in which proxies name a client's address. */
export function isAddressHeader(name: string): boolean {
  return addressHeaders.test(name);
}

/** Headers by which code behind the server knows the client: those of a hosted project's gateway. */
const trustedHeaders = ['cf-connecting-ip', 'x-forwarded-for', 'x-real-ip'];

/** A request's headers with the address that the server found, in place of what the client wrote. */
export function withClientAddress(given: RequestHeaders, address: string | undefined): Headers {
  const headers = new Headers([...given].filter(([name]) => !isAddressHeader(name)));
  if (address !== undefined) for (const name of trustedHeaders) headers.set(name, address);
  return headers;
}

/** Addresses whose networks are remembered. */
const maxRecent = 10_000;

/** The network that counts as one visitor: an IPv4 address, or the /64 of an IPv6 address. */
export const visitorNetwork = memoize((address: string): string => {
  if (isIP(address) !== 6) return address;
  const [head = '', tail = ''] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const zeros: string[] = Array(Math.max(0, 8 - left.length - right.length)).fill('0');
  const groups = address.includes('::') ? [...left, ...zeros, ...right] : left;
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}, maxRecent);

/** How many times the limit of one visitor all visitors of a wider network have together. */
const visitorsPerNetwork = { ipv4: 16, ipv6: 4 };

/** The network of one subscriber: an IPv4 address, or the /48 of an IPv6 address, which has 2^16 visitors. */
export function subscriberOf(network: string): string {
  return network.includes(':') ? `${network.split(':').slice(0, 3).join(':')}::/48` : network;
}

/**
 * The quota keys of a visitor, for all limits per network: the visitor itself, and the network around it, /48 or /24. One
 * line or server has many visitors, so a limit that counted visitors alone would not bound it. An IPv4 network has more
 * room, because strangers to each other share it.
 * @param network as `visitorNetwork` returns it; empty without an address
 */
export const networkQuotaKeys = memoize((network: string): readonly QuotaKey[] => {
  const visitor = quotaKey(network);
  if (network.includes(':'))
    return [visitor, { name: subscriberOf(network), weight: 1 / visitorsPerNetwork.ipv6 }];
  if (!network.includes('.')) return [visitor];
  const wider = `${network.slice(0, network.lastIndexOf('.'))}.0/24`;
  return [visitor, { name: wider, weight: 1 / visitorsPerNetwork.ipv4 }];
}, maxRecent);
