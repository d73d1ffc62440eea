/** A state of the automaton: it consumes a character, repeatedly if it `repeats`; without `takes` it consumes none. */
interface Place {
  readonly takes?: (character: string) => boolean;
  readonly repeats?: boolean;
  /** The alternatives after a place that consumes no character. */
  readonly next: number[];
}

const isNoSeparator = (character: string) => character !== '.' && character !== '/';

/** The characters of `[…]`, with ranges; `[!…]` is every other. */
function setOf(content: string): (character: string) => boolean {
  const isExcluding = content.startsWith('!');
  const ranges = [...(isExcluding ? content.slice(1) : content).matchAll(/(.)-(.)|./gs)];
  const isIn = (character: string) =>
    ranges.some(([one, from = one, to = one]) => from <= character && character <= to);
  return isExcluding ? (character) => !isIn(character) : isIn;
}

function takerOf(part: string): Pick<Place, 'takes' | 'repeats'> {
  if (part === '**') return { takes: () => true, repeats: true };
  if (part === '*') return { takes: isNoSeparator, repeats: true };
  if (part === '?') return { takes: isNoSeparator };
  if (part.startsWith('[') && part.length > 2) return { takes: setOf(part.slice(1, -1)) };
  const literal = part.length > 1 && part.startsWith('\\') ? part.slice(1) : part;
  return { takes: (character) => character === literal };
}

function placesOf(pattern: string): readonly Place[] {
  const places: Place[] = [];
  const groups: { readonly start: number; readonly ends: number[] }[] = [];
  const close = () => {
    for (const end of groups.pop()?.ends ?? []) places[end]!.next.push(places.length);
  };
  for (const [part] of pattern.matchAll(/\*\*|\[![^\]]+\]|\[[^\]]+\]|\\.|./gs)) {
    const group = groups.at(-1);
    if (part === '{') {
      groups.push({ start: places.length, ends: [] });
      places.push({ next: [places.length + 1] });
    } else if (part === ',' && group) {
      group.ends.push(places.length);
      places.push({ next: [] });
      places[group.start]!.next.push(places.length);
    } else if (part === '}' && group) close();
    else places.push({ ...takerOf(part), next: [] });
  }
  while (groups.length > 0) close();
  return places;
}

/**
 * Whether an address matches a pattern of `additional_redirect_urls`, with upstream's rules: `*` is any text without `.`
 * and `/`, `**` any text, `?` one character that is neither, `[…]` one of several (`[!…]` none of them), `{a,b}` one of
 * the alternatives; `\` escapes the next character. It follows all reachable places at once, so that the time is at most
 * the length of the text times that of the pattern.
 */
export function matchesPattern(pattern: string, address: string): boolean {
  const places = placesOf(pattern);
  const reach = (reached: Set<number>, index: number) => {
    if (reached.has(index)) return;
    reached.add(index);
    const place = places[index];
    if (!place) return;
    if (!place.takes) for (const each of place.next) reach(reached, each);
    else if (place.repeats) reach(reached, index + 1);
  };
  let reached = new Set<number>();
  reach(reached, 0);
  for (const character of address) {
    const after = new Set<number>();
    for (const index of reached) {
      const place = places[index];
      if (place?.takes?.(character)) reach(after, place.repeats ? index : index + 1);
    }
    reached = after;
  }
  return reached.has(places.length);
}
