/** A state of the automaton: it takes a character, or, without `accepts`, leads on at once. */
interface State {
  readonly accepts?: (character: string) => boolean;
  readonly next: State[];
}

interface Part {
  readonly first: State;
  readonly last: State;
}

const isPlain = (character: string): boolean => character !== '.' && character !== '/';

function characterClass(source: string, negated: boolean): (character: string) => boolean {
  const expression = new RegExp(`^[${negated ? '^' : ''}${source.replaceAll(/[\\^[]/g, '\\$&')}]$`, 's');
  return (character) => expression.test(character);
}

function one(accepts: (character: string) => boolean): Part {
  const last: State = { next: [] };
  return { first: { accepts, next: [last] }, last };
}

function any(accepts: (character: string) => boolean): Part {
  const last: State = { next: [] };
  const loop: State = { accepts, next: [] };
  const first: State = { next: [loop, last] };
  loop.next.push(first);
  return { first, last };
}

function partOf(token: string): Part {
  if (token === '**') return any(() => true);
  if (token === '*') return any(isPlain);
  if (token === '?') return one(isPlain);
  if (token.startsWith('[!')) return one(characterClass(token.slice(2, -1), true));
  if (token.startsWith('[') && token.length > 2) return one(characterClass(token.slice(1, -1), false));
  const literal = token.startsWith('\\') ? token.slice(1) : token;
  return one((character) => character === literal);
}

/** The alternatives of a group up to its end; outside of groups a comma is an ordinary character. */
function groupOf(tokens: Iterator<string>, isOutermost: boolean): Part {
  const first: State = { next: [] };
  const last: State = { next: [] };
  let end: State = { next: [] };
  first.next.push(end);
  for (let item = tokens.next(); !item.done; item = tokens.next()) {
    const token = item.value;
    if (token === '}' && !isOutermost) break;
    if (token === ',' && !isOutermost) {
      end.next.push(last);
      end = { next: [] };
      first.next.push(end);
      continue;
    }
    const part = token === '{' ? groupOf(tokens, false) : partOf(token);
    end.next.push(part.first);
    end = part.last;
  }
  end.next.push(last);
  return { first, last };
}

/** All the states that are reached without another character. */
function reach(states: Iterable<State>): Set<State> {
  const reached = new Set<State>();
  const open = [...states];
  for (let state = open.pop(); state; state = open.pop()) {
    if (reached.has(state)) continue;
    reached.add(state);
    if (!state.accepts) open.push(...state.next);
  }
  return reached;
}

/**
 * Makes a matcher of a pattern of `additional_redirect_urls`, as upstream reads it: `*` is any text without `.` and `/`,
 * `**` any text, `?` one character that is neither, `[…]` one of several (`[!…]` none of them), `{a,b}` one of the
 * alternatives, `\` takes the next character as it is. All states are followed at once, so that the time is linear in
 * the address: with a regular expression, two or three `**` let a stranger's address take minutes.
 * @throws SyntaxError when a range in brackets is reversed
 */
export function createGlob(pattern: string): (address: string) => boolean {
  const tokens = pattern.match(/\*\*|\[![^\]]+\]|\[[^\]]+\]|\\.|./gs) ?? [];
  const { first, last } = groupOf(tokens.values(), true);
  return (address) => {
    let states = reach([first]);
    for (const character of address) {
      const next = [...states].filter(({ accepts }) => accepts?.(character)).flatMap((state) => state.next);
      if (next.length === 0) return false;
      states = reach(next);
    }
    return states.has(last);
  };
}
