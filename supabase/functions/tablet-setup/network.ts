/** The eight groups of an IPv6 address that is written with `::`. */
function groupsOf(address: string): readonly string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  if (tail === undefined) return left;
  const right = tail === '' ? [] : tail.split(':');
  return [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
}

/**
 * The network that a request comes from: an IPv4 address, or the /64 of an IPv6 address, which one subscriber has. One for
 * all where no gateway names an address. Only `cf-connecting-ip` counts: a hosted project's gateway and our own server
 * overwrite it, while a client can begin `x-forwarded-for` with any address.
 */
export function networkOf({ headers }: Request): string {
  const address = headers.get('cf-connecting-ip') ?? '';
  if (!address.includes(':')) return address;
  const groups = groupsOf(address).slice(0, 4);
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':');
}
