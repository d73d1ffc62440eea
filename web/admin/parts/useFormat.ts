import { companyZone } from '../../../shared/chile/zone.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { localeOf, type Language } from '../../i18n/languages.ts';

export interface Format {
  /** A whole number with its groups: 10.000. */
  readonly count: (value: number) => string;
  /** One decimal: 4,8. */
  readonly rating: (value: number) => string;
  /** The day of an ISO 8601 time, here. */
  readonly day: (time: string) => string;
  /** A day as `2026-11-22`, whatever the time zone. */
  readonly plainDay: (day: string) => string;
  /** A day as `2026-11-22` with its weekday and without its year. */
  readonly plainWeekday: (day: string) => string;
  /** Day and minute of an ISO 8601 time, here. */
  readonly time: (time: string) => string;
  /** Weekday, day and minute of an ISO 8601 time in the company's time zone; the year, unless it is this one. */
  readonly companyTime: (time: string) => string;
  /** The moment of an ISO 8601 time, here, to the second. */
  readonly moment: (time: string) => string;
  /** How long ago an ISO 8601 time was, in its largest whole unit: “hace 2 horas”. */
  readonly ago: (time: string) => string;
  /** The name of a language in a sentence: “portugués”. */
  readonly languageName: (language: Language) => string;
}

const minuteMs = 60_000;

/** The units of a time that has passed, each up to so many minutes. */
const units = [
  ['minute', 60, 1],
  ['hour', 24 * 60, 60],
  ['day', Infinity, 24 * 60],
] as const;

/** Empty for a time that JavaScript cannot read, such as PostgreSQL's `-infinity`: one such row must not break a list. */
const written = (format: Intl.DateTimeFormat, time: Date): string =>
  Number.isNaN(time.getTime()) ? '' : format.format(time);

/** Making a formatter takes far longer than using it. */
const formats = new Map<Language, Format>();

function makeFormat(language: Language): Format {
  const locale = localeOf(language);
  const whole = new Intl.NumberFormat(locale);
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const short = { day: 'numeric', month: 'short', year: 'numeric' } as const;
  const date = new Intl.DateTimeFormat(locale, short);
  const utcDate = new Intl.DateTimeFormat(locale, { ...short, timeZone: 'UTC' });
  const utcWeekday = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  });
  // A short Spanish time of Chile would have “a. m.”, which timetables and companies there do not write.
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  // The month in letters: 03-04-26 is another day in Santiago than in Boston.
  const minute = new Intl.DateTimeFormat(locale, { ...short, ...clock });
  const company = {
    ...clock,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: companyZone(),
  } as const;
  const companyMinute = new Intl.DateTimeFormat(locale, company);
  const companyMinuteOfYear = new Intl.DateTimeFormat(locale, { ...company, year: 'numeric' });
  const moment = new Intl.DateTimeFormat(locale, { ...short, ...clock, second: '2-digit' });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return {
    count: (value) => whole.format(value),
    rating: (value) => decimal.format(value),
    day: (time) => written(date, new Date(time)),
    plainDay: (day) => written(utcDate, new Date(day)),
    plainWeekday: (day) => written(utcWeekday, new Date(day)),
    time: (at) => written(minute, new Date(at)),
    companyTime: (at) => {
      const [time, now] = [new Date(at), new Date()];
      const isThisYear = time.getFullYear() === now.getFullYear();
      return written(isThisYear ? companyMinute : companyMinuteOfYear, time);
    },
    moment: (time) => written(moment, new Date(time)),
    ago(time) {
      const minutes = Math.max(0, (Date.now() - Date.parse(time)) / minuteMs);
      const [unit, , size] = units.find(([, most]) => minutes < most)!;
      return relative.format(-Math.floor(minutes / size), unit);
    },
    languageName: (named) => names.of(named) ?? named,
  };
}

/** Numbers and dates as written in the language shown; Spanish and Portuguese as in the Americas. */
export function useFormat(): Format {
  return formatIn(useLanguage().language);
}

/** The same in a language that is not that of the screen. */
export function formatIn(language: Language): Format {
  const format = formats.get(language) ?? makeFormat(language);
  formats.set(language, format);
  return format;
}
