import { useEffect, useState } from 'react';
import { chileanDay } from '../../shared/content/prices.ts';

/** In milliseconds. */
const lookInterval = 60_000;

const today = () => chileanDay(new Date());

/** The day in Chile, by which prices change; a screen stays open for days. */
export function useToday(): string {
  const [day, setDay] = useState(today);
  useEffect(() => {
    const timer = setInterval(() => setDay(today), lookInterval);
    return () => clearInterval(timer);
  }, []);
  return day;
}
