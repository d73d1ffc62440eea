import type { SectionProps } from '../parts/section.ts';

interface DayPapersProps extends Pick<SectionProps, 'onDone'> {
  /** As `2026-11-28`. */
  readonly day: string;
}

/** The buttons that take a day out of the panel: on paper, with a sheet for each driver, and as a calendar. */
export function DayPapers(_: DayPapersProps) {
  return null;
}
