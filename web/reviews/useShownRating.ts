import { useEffect, useState } from 'react';
import { useIsFair } from '../content/reviewDisplay.ts';
import { useToday } from '../content/useToday.ts';
import { displayedRating, fairRating, type Driver } from '../data/drivers.ts';
import { personalPrefix } from '../data/personal.ts';
import { useHasRaterLeft } from './cooldown.ts';

// Part of the first load: keep it small.

const storageKey = `${personalPrefix}rating-of-day`;

interface RatingOfDay {
  /** The driver and the day in Chile. */
  readonly key: string;
  readonly rating: number | null;
}

function storedReview(key: string): RatingOfDay | null {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as RatingOfDay | null;
    return stored?.key === key ? stored : null;
  } catch {
    return null;
  }
}

/** The rating with which the day began, also after a reload: a passenger who rates does not see what they have done to it. */
function useRatingOfDay(driver: Driver): number | null {
  const key = `${driver.id} ${useToday()}`;
  const begin = () => storedReview(key) ?? { key, rating: fairRating(driver) };
  const [ofDay, setOfDay] = useState(begin);
  if (ofDay.key !== key) setOfDay(begin());
  useEffect(() => {
    try {
      localStorage.setItem(storageKey, JSON.stringify(ofDay));
    } catch {
      // Without storage the rating holds until the next reload.
    }
  }, [ofDay]);
  return ofDay.rating;
}

/**
 * The rating on the driver's card, as the company has chosen to show it.
 * @param given the stars that the passenger at the screen has just given
 * @returns null for a driver whom the fair display shows as new
 */
export function useShownRating(driver: Driver, given: number | undefined): number | null {
  const ofDay = useRatingOfDay(driver);
  const hasRaterLeft = useHasRaterLeft();
  if (useIsFair()) return ofDay;
  // The next passenger did not give these stars: they see the driver's average.
  return (hasRaterLeft ? undefined : given) ?? displayedRating(driver);
}
