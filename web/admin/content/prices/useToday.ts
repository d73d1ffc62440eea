import { useState } from 'react';
import { chileanDay } from '../../../../shared/content/prices.ts';

/** The day in Chile when the component appeared. */
export function useToday(): string {
  const [today] = useState(() => chileanDay(new Date()));
  return today;
}
