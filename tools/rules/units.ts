/** Last words of names of times and sizes. */
const quantities = new Set(
  (
    'after age cooldown delay duration grace interval length lifetime overhead pause period size skew timeout ' +
    'tolerance ttl wait second minute hour day week'
  ).split(' '),
);

const unitsOfNames =
  'ms|seconds?|minutes?|hours?|days?|bytes?|kib|mib|gib|mb|characters?|bits?|pixels?|steps?|items?|rows?|keys?';
const unitInName = new RegExp(
  `^(${unitsOfNames})(?=[A-Z])|(?<=[a-z])(${capitalised(unitsOfNames)})(?![a-z])`,
);

const unitsOfComments = 'milliseconds|seconds|minutes|hours|days|bytes|kib|mib|gib|characters|pixels';
/** “In bytes”, “Milliseconds between …”: a unit that the name should have. */
const unitInComment = new RegExp(`\\bin (${unitsOfComments})\\b|^\\s*(${unitsOfComments})\\b`, 'i');

/** A module-level constant that is one number or a calculation with numbers, and the comment above it. */
const constant =
  /(?:^\/\*\*(?<comment>(?:[^*]|\*(?!\/))*)\*\/\n)?^(?:export )?const (?<name>\w+)(?:: number)? =\s+(?<value>[^;{}[\]'"`]*\d[^;{}[\]'"`]*);$/gm;

/** Sizes and times are written as products: 64 * 1024, 5 * 60_000. */
const product = /\b(1024|60_000|3600|3_600|3_600_000)\b.*\*|\*.*\b(1024|60_000|3600|3_600|60)\b/;

function capitalised(alternatives: string): string {
  return alternatives
    .split('|')
    .map((each) => each.charAt(0).toUpperCase() + each.slice(1))
    .join('|');
}

function lastWord(name: string): string {
  return (/[A-Z]?[a-z0-9]+$/.exec(name)?.[0] ?? name).toLowerCase();
}

/** Finds the module-level constants of a source text that hold a time or a size without a unit in the name. */
export function constantsWithoutUnit(text: string): readonly string[] {
  return [...text.matchAll(constant)].flatMap(({ groups = {} }) => {
    const { name = '', comment = '', value = '' } = groups;
    const isCalculation = /^[\w\s.*+/()-]+$/.test(value) && !/[a-z]\w*\(/.test(value);
    const isQuantity =
      quantities.has(lastWord(name)) ||
      product.test(value) ||
      unitInComment.test(comment.replace(/^\s*\*?\s*/, ''));
    return isCalculation && isQuantity && !unitInName.test(name) ? [name] : [];
  });
}
