import type { Warning } from './config.ts';
import type { Setting } from './env.ts';
import { smtpSettings } from './settings.ts';

/** How many letters may differ, and how short the names are that are never compared: other programs have such names. */
const [maxDistance, minLength] = [2, 7];

/** How many letters have to be added, left out or replaced to turn one word into another (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [above, letter] of [...one].entries()) {
    const next = [above + 1];
    for (const [index, each] of [...other].entries())
      next.push(
        Math.min(
          (next[index] ?? 0) + 1,
          (row[index + 1] ?? 0) + 1,
          (row[index] ?? 0) + Number(letter !== each),
        ),
      );
    row = next;
  }
  return row[other.length] ?? 0;
}

function nearest(name: string, known: readonly string[]): string | undefined {
  const near = known.map((each) => ({ each, far: distance(name, each) }));
  return near.filter(({ far }) => far <= maxDistance).toSorted((a, b) => a.far - b.far)[0]?.each;
}

/**
 * Warns of variables without effect: names that are nearly those of a setting, and mail settings without a mail server.
 * @param settings all that the process reads
 */
export function environmentWarnings(
  environment: Readonly<Record<string, string | undefined>>,
  settings: readonly Setting[],
): readonly Warning[] {
  const known = settings.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));
  const given = Object.keys(environment).filter((name) => environment[name]);
  const mistyped = given.flatMap((name) => {
    if (name.length < minLength || known.includes(name)) return [];
    const meant = nearest(name.toUpperCase(), known);
    return meant ? [`${name} is no setting and has no effect. ${meant} is one.`] : [];
  });
  const ofMail = Object.values(smtpSettings).map(({ name }) => name);
  const idle = environment['SMTP_HOST']
    ? []
    : given.filter((name) => ofMail.some((each) => name.startsWith(each)));
  const lacking = idle.length > 0 ? [`${idle.join(', ')}: without SMTP_HOST no mail server is used.`] : [];
  return [...mistyped, ...lacking].map((text) => ({ file: 'environment', text }));
}
