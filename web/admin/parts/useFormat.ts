import { chileanDay, chileanStamp } from '../../../shared/chile/time.ts';
import { companyZone } from '../../../shared/chile/zone.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { localeOf, type Language } from '../../i18n/languages.ts';

/** Days and clocks are those of the company, wherever the computer stands and however it is set. */
export interface Format {
  /** A whole number with its groups: 10.000. */
  readonly count: (value: number) => string;
  /** One decimal: 4,8. */
  readonly rating: (value: number) => string;
  /** The day of an ISO 8601 moment. */
  readonly day: (moment: string) => string;
  /** The same with the month in full: “24 de noviembre de 2026”. */
  readonly longDay: (moment: string) => string;
  /** A day as `2026-11-22`, whatever the time zone. */
  readonly plainDay: (day: string) => string;
  /** A day as `2026-11-22` with its weekday and without its year. */
  readonly plainWeekday: (day: string) => string;
  /** The same in full: “domingo, 22 de noviembre”. */
  readonly plainLongWeekday: (day: string) => string;
  /** The weekday and the number of a day as `2026-11-22`, within a sentence: “domingo 22”. */
  readonly plainDate: (day: string) => string;
  /** A month as `2026-11`: “noviembre de 2026”. */
  readonly month: (month: string) => string;
  /** Weekday, day and minute of an ISO 8601 moment; the year, unless it is this one. */
  readonly time: (moment: string) => string;
  /** Day and second of an ISO 8601 moment. */
  readonly moment: (moment: string) => string;
  /** Hour and minute of an ISO 8601 moment: “18:05”. */
  readonly clock: (moment: string) => string;
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

type Write = (moment: string) => string;

/** Empty for a time that JavaScript cannot read, such as PostgreSQL's `-infinity`: one such row must not break a list. */
function writer(locale: string, timeZone: string, parts: Intl.DateTimeFormatOptions): Write {
  let format: Intl.DateTimeFormat | undefined;
  return (moment) => {
    const time = new Date(moment);
    // Making a formatter takes far longer than using it.
    format ??= new Intl.DateTimeFormat(locale, { ...parts, timeZone });
    return Number.isNaN(time.getTime()) ? '' : format.format(time);
  };
}

const short = { day: 'numeric', month: 'short' } as const;
// The month in letters: 03-04-26 is another day in Santiago than in Boston.
const shortDay = { ...short, year: 'numeric' } as const;
// A short Spanish time of Chile would have “a. m.”, which timetables and companies there do not write.
const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** The weekday stands before its day without a comma: “mar 24 nov”. */
const withoutComma =
  (write: Write): Write =>
  (moment) =>
    write(moment).replace(/^(\S+),/, '$1');

/** The formats of moments. */
function momentFormats(locale: string) {
  const write = (parts: Intl.DateTimeFormatOptions) => writer(locale, companyZone(), parts);
  const minute = withoutComma(write({ ...short, ...clock, weekday: 'short' }));
  const minuteOfYear = withoutComma(write({ ...shortDay, ...clock, weekday: 'short' }));
  const yearOf = (moment: string) => chileanStamp(moment).slice(0, 4);
  return {
    day: write(shortDay),
    longDay: write({ dateStyle: 'long' }),
    time: (moment: string) =>
      (yearOf(moment) === chileanDay(new Date()).slice(0, 4) ? minute : minuteOfYear)(moment),
    moment: write({ ...shortDay, ...clock, second: '2-digit' }),
    clock: write(clock),
  };
}

/** The formats of days and months, which stand for themselves. */
function dayFormats(locale: string) {
  const write = (parts: Intl.DateTimeFormatOptions) => writer(locale, 'UTC', parts);
  return {
    plainDay: write(shortDay),
    plainWeekday: withoutComma(write({ ...short, weekday: 'short' })),
    plainLongWeekday: write({ weekday: 'long', day: 'numeric', month: 'long' }),
    plainDate: withoutComma(write({ weekday: 'long', day: 'numeric' })),
    month: write({ month: 'long', year: 'numeric' }),
  };
}

const formats = new Map<Language, Format>();

function makeFormat(language: Language): Format {
  const locale = localeOf(language);
  const whole = new Intl.NumberFormat(locale);
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return {
    count: (value) => whole.format(value),
    rating: (value) => decimal.format(value),
    ...momentFormats(locale),
    ...dayFormats(locale),
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
