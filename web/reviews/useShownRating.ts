import { useState } from 'react';
import { useIsFair } from '../content/reviewDisplay.ts';
import { useChileanDay } from '../util/time/useChileanDay.ts';
import { displayedRating, fairRating, type Driver } from '../data/drivers/drivers.ts';
import { isObjectWith, storedValue } from '../util/storedValue.ts';
import { useHasRaterLeft } from './cooldown.ts';

// Part of the first load: keep it small.

interface RatingOfDay {
  /** The driver and the day in Chile. */
  readonly key: string;
  readonly rating: number | null;
}

const storedRating = storedValue('personal:rating-of-day', isObjectWith<RatingOfDay>('key', 'rating'));

/** The rating with which the day began: the stored one, else this one, which it stores. */
function ratingOfDay(key: string, rating: number | null): RatingOfDay {
  const stored = storedRating.read();
  if (stored?.key === key) return stored;
  const begun = { key, rating };
  // Without storage the rating holds until the next reload.
  storedRating.write(begun);
  return begun;
}

/** The rating with which the day began, also after a reload: a passenger who rates does not see what they have done to it. */
function useRatingOfDay(driver: Driver): number | null {
  const key = `${driver.id} ${useChileanDay()}`;
  const begin = () => ratingOfDay(key, fairRating(driver));
  const [ofDay, setOfDay] = useState(begin);
  if (ofDay.key !== key) setOfDay(begin());
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
