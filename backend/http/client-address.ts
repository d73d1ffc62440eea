import { isIP, type BlockList } from 'node:net';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context as HttpContext } from 'hono';

/** Node writes an IPv4 peer of a dual-stack socket as `::ffff:1.2.3.4`. */
function plainAddress(address: string): string {
  const [text = ''] = address.trim().split('%', 1);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(text)?.[1];
  return mapped ?? text;
}

function isTrusted(address: string, proxies: BlockList): boolean {
  return proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * The address a request comes from: the peer of the socket, or, when that is a configured proxy, the last address in
 * `X-Forwarded-For` that is not one. Any other peer's header is ignored. Undefined without a peer.
 */
export function forwardedAddress(peer: string, forwardedFor: string, proxies: BlockList): string | undefined {
  let address = plainAddress(peer);
  if (isIP(address) === 0) return undefined;
  let forwarded = forwardedFor;
  while (isTrusted(address, proxies)) {
    // From the end: a client may have sent any number of addresses before those that the proxies added.
    const comma = forwarded.lastIndexOf(',');
    const previous = plainAddress(forwarded.slice(comma + 1));
    if (isIP(previous) === 0) break;
    address = previous;
    forwarded = comma === -1 ? '' : forwarded.slice(0, comma);
  }
  return address;
}

/** The address a request of Hono's comes from. Undefined when there is no socket. */
export function clientAddress(c: HttpContext, proxies: BlockList): string | undefined {
  if (!c.env || !('incoming' in c.env)) return undefined;
  return forwardedAddress(
    getConnInfo(c).remote.address ?? '',
    c.req.header('x-forwarded-for') ?? '',
    proxies,
  );
}

/** The network that counts as one visitor: an IPv4 address, or the /64 of an IPv6 address, which one subscriber has. */
export function visitorNetwork(address: string): string {
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
}
