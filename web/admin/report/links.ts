import type { Report } from '../../data/company/report.ts';
import { sectionAddress } from '../parts/section.ts';
import type { TotalName } from './figures.ts';

/** The reviews that the report counts, narrowed further by these filters. */
export function reviewsAddress(
  { since, until }: Pick<Report, 'since' | 'until'>,
  filters: Readonly<Record<string, string>> = {},
): string {
  return `?${new URLSearchParams({ section: 'reviews', from: since, until, state: 'shown', ...filters })}`;
}

/** The cases that came in the period. */
export function casesAddress(
  { since, until }: Pick<Report, 'since' | 'until'>,
  filters: Readonly<Record<string, string>> = {},
): string {
  return sectionAddress('cases', { from: since, until, ...filters });
}

/** The shifts that began in the period, or with the state `idle` the drivers who began none in it. */
export function shiftsAddress(
  { since, until }: Pick<Report, 'since' | 'until'>,
  filters: Readonly<Record<string, string>> = {},
): string {
  return sectionAddress('shifts', { from: since, until, ...filters });
}

/** The list behind each total. */
export function totalAddress(name: TotalName, report: Report): string {
  switch (name) {
    case 'reviews':
    case 'average':
      return reviewsAddress(report);
    case 'lowShare':
      return reviewsAddress(report, { stars: 'low' });
    case 'cases':
      return casesAddress(report);
    case 'answerHours':
      return casesAddress(report, { state: 'replied' });
    case 'shifts':
    case 'hours':
      return shiftsAddress(report);
    case 'devices':
      return sectionAddress('devices', {});
  }
}
