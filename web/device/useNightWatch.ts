import { useEffect } from 'react';
import { applyAppearance } from './appearance.ts';

/** In milliseconds. Night falls on time, give or take. */
const interval = 30_000;

/** Turns dark and light with the hours while the screen is on. */
export function useNightWatch(): void {
  useEffect(() => {
    const timer = setInterval(applyAppearance, interval);
    document.addEventListener('visibilitychange', applyAppearance);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', applyAppearance);
    };
  }, []);
}
