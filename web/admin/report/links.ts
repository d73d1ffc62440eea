import type { Report } from '../../data/company/report.ts';
import { sectionAddress } from '../parts/section.ts';
import type { TotalName } from './figures.ts';

type Days = Pick<Report, 'since' | 'until'>;
type Narrowed = Readonly<Record<string, string>>;

/** The reviews that the report counts, narrowed further by these filters. */
export const reviewsAddress = ({ since: from, until }: Days, filters: Narrowed = {}): string =>
  sectionAddress('reviews', { from, until, state: 'shown', ...filters });

/** The cases that came in the period. */
export const casesAddress = ({ since: from, until }: Days, filters: Narrowed = {}): string =>
  sectionAddress('cases', { from, until, ...filters });

/** The shifts that began in the period, or with the state `idle` the drivers who began none in it. */
export const shiftsAddress = ({ since: from, until }: Days, filters: Narrowed = {}): string =>
  sectionAddress('shifts', { from, until, ...filters });

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
