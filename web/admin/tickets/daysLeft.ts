import { chileanDay } from '../../../shared/chile/time.ts';

/** Days before a deadline of the law that make a request urgent: in the list, on the first section and in the mails. */
export const urgentDays = 7;

const dayMs = 86_400_000;

/** Whether a deadline is still ahead, today, or has passed. */
export function deadlineState(due: string): 'ahead' | 'today' | 'late' {
  const days = daysLeft(due);
  return days === 0 ? 'today' : days > 0 ? 'ahead' : 'late';
}

/** Days in Chile until a deadline as `2026-12-01`; negative after it. */
export function daysLeft(due: string): number {
  return Math.round((Date.parse(due) - Date.parse(chileanDay(new Date()))) / dayMs);
}
