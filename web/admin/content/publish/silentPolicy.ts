import type { Content } from '../../../../shared/content/content.ts';
import { isSame } from '../model/same.ts';

/** Whether the policy changes and keeps or lowers its number: drivers are asked for a higher one only. */
export function isPolicySilent({ policy: before }: Content, { policy: after }: Content): boolean {
  return after.version <= before.version && !isSame(before, after);
}
