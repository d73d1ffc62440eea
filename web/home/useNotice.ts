import type { Words } from '../../shared/content/words.ts';
import { useContent } from '../content/ContentProvider.tsx';
import { useChileanDay } from '../util/time/useChileanDay.ts';

/** The company's notice to its passengers, on the days that it is meant for; null on other days. */
export function useNotice(): Words | null {
  const { notice } = useContent();
  const today = useChileanDay();
  return notice && notice.validFrom <= today && today <= notice.validUntil ? notice.text : null;
}
