import * as v from 'valibot';
import { parseDuration } from '../util/durations.ts';

export const count = v.pipe(v.number(), v.integer(), v.minValue(1));

/** How many digits a one-time code has. */
export const otpLength = v.pipe(v.number(), v.integer(), v.minValue(6), v.maxValue(10));

/** A duration as the Supabase CLI writes it (“24h”); in milliseconds. */
export const duration = v.pipe(
  v.string(),
  v.check((text) => parseDuration(text) !== undefined, 'is not a duration such as 24h'),
  v.transform((text) => parseDuration(text) ?? 0),
);

/** A copy of a value in which a part is another one. */
function replaced(value: unknown, [key, ...further]: readonly unknown[], part: unknown): unknown {
  if (key === undefined) return part;
  const entries = Object.entries(value as object);
  const changed = entries.map(([name, each]) => [
    name,
    name === String(key) ? replaced(each, further, part) : each,
  ]);
  return Array.isArray(value) ? changed.map(([, each]) => each) : Object.fromEntries(changed);
}

/** A value in the type that a key has, where the Supabase CLI converts it, too; undefined where it does not. */
function converted({ expected, input }: v.BaseIssue<unknown>): unknown {
  if (expected === 'string')
    return typeof input === 'number' || typeof input === 'boolean' ? String(input) : undefined;
  if (typeof input !== 'string') return undefined;
  if (expected === 'Array') return input.split(',').map((part) => part.trim());
  if (expected === 'number') return /^\d+$/.test(input) ? Number(input) : undefined;
  return expected === 'boolean' ? { true: true, false: false }[input.toLowerCase()] : undefined;
}

/**
 * Checks a value of `config.toml`. Variables of the environment are texts: one that stands for a number, a switch or a list
 * is read as such.
 * @throws Error whose message names the key and what its value must be
 */
export function checkedBy<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const [issue] = result.issues;
  const replacement = converted(issue);
  if (replacement !== undefined && issue.path)
    return checkedBy(
      schema,
      replaced(
        value,
        issue.path.map(({ key }) => key),
        replacement,
      ),
    );
  const path = v.getDotPath(issue);
  throw new Error(path === null ? issue.message : `${path}: ${issue.message}`);
}
