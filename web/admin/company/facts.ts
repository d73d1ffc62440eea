import type { Company } from '../../../shared/content/content.ts';
import { defaultWaitingMinutes, type WaitingMinutes } from '../../../shared/content/waiting.ts';
import { isSame } from '../content/model/same.ts';

export type Included = NonNullable<Company['included']>;
type NightHours = NonNullable<Company['nightHours']>;

const nothing: Included = { tolls: false, parking: false, childSeat: false };

/** The services within a price with some of them changed; undefined once there are none, so that no screen names them. */
export function withIncluded(
  current: Included | undefined,
  change: { readonly [Name in keyof Included]?: Included[Name] | undefined },
): Included | undefined {
  const all = Object.entries({ ...nothing, ...current, ...change });
  const next = all.filter(([, value]) => value !== undefined);
  return next.every(([, value]) => value === false)
    ? undefined
    : (Object.fromEntries(next) as unknown as Included);
}

/** The hours with one of them changed; undefined once both are empty. */
export function withHour(
  current: NightHours | undefined,
  change: Partial<NightHours>,
): NightHours | undefined {
  const next = { from: '', to: '', ...current, ...change };
  return next.from === '' && next.to === '' ? undefined : next;
}

/** The free waiting with one of its minutes changed; undefined where it is what every company begins with. */
export function withWaiting(
  current: WaitingMinutes,
  change: Partial<WaitingMinutes>,
): WaitingMinutes | undefined {
  const next = { ...current, ...change };
  return isSame(next, defaultWaitingMinutes) ? undefined : next;
}
