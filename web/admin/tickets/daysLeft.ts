import { chileanDay } from '../../../shared/chile/time.ts';

const dayMs = 86_400_000;

/** Days in Chile until a deadline as `2026-12-01`; negative after it. */
export function daysLeft(due: string): number {
  return Math.round((Date.parse(due) - Date.parse(chileanDay(new Date()))) / dayMs);
}
