import { chileanDay, chileanStamp } from '../../../shared/chile/time.ts';
import { companyZone } from '../../../shared/chile/zone.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { localeOf, type Language } from '../../i18n/languages.ts';

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
    /** The day of an ISO 8601 moment. */
    day: write(shortDay),
    /** The same with the month in full: “24 de noviembre de 2026”. */
    longDay: write({ dateStyle: 'long' }),
    /** Weekday, day and minute of an ISO 8601 moment; the year, unless it is this one. */
    time: (moment: string) =>
      (yearOf(moment) === chileanDay(new Date()).slice(0, 4) ? minute : minuteOfYear)(moment),
    /** Day and second of an ISO 8601 moment. */
    moment: write({ ...shortDay, ...clock, second: '2-digit' }),
    /** Hour and minute of an ISO 8601 moment: “18:05”. */
    clock: write(clock),
  };
}

/** The formats of days and months, which stand for themselves. */
function dayFormats(locale: string) {
  const write = (parts: Intl.DateTimeFormatOptions) => writer(locale, 'UTC', parts);
  return {
    /** A day as `2026-11-22`, whatever the time zone. */
    plainDay: write(shortDay),
    /** A day as `2026-11-22` with its weekday and without its year. */
    plainWeekday: withoutComma(write({ ...short, weekday: 'short' })),
    /** The same in full: “domingo, 22 de noviembre”. */
    plainLongWeekday: write({ weekday: 'long', day: 'numeric', month: 'long' }),
    /** The weekday and the number of a day as `2026-11-22`, within a sentence: “domingo 22”. */
    plainDate: withoutComma(write({ weekday: 'long', day: 'numeric' })),
    /** A month as `2026-11`: “noviembre de 2026”. */
    month: write({ month: 'long', year: 'numeric' }),
  };
}

/** Days and clocks are those of the company, wherever the computer stands and however it is set. */
export type Format = Readonly<ReturnType<typeof makeFormat>>;

const formats = new Map<Language, Format>();

function makeFormat(language: Language) {
  const locale = localeOf(language);
  const whole = new Intl.NumberFormat(locale);
  const decimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return {
    /** A whole number with its groups: 10.000. */
    count: (value: number) => whole.format(value),
    /** One decimal: 4,8. */
    rating: (value: number) => decimal.format(value),
    ...momentFormats(locale),
    ...dayFormats(locale),
    /** How long ago an ISO 8601 time was, in its largest whole unit: “hace 2 horas”. */
    ago(time: string) {
      const minutes = Math.max(0, (Date.now() - Date.parse(time)) / minuteMs);
      const [unit, , size] = units.find(([, most]) => minutes < most)!;
      return relative.format(-Math.floor(minutes / size), unit);
    },
    /** The name of a language in a sentence: “portugués”. */
    languageName: (named: Language) => names.of(named) ?? named,
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
