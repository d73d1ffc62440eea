import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { useChileanDay } from '../../util/time/useChileanDay.ts';
import { countDocumentsByDay } from '../../data/documents/documentRecords.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { localeOf } from '../../i18n/languages.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { dayAfter, monthOf, weeksOf } from '../../util/time/month.ts';
import { adminKey } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';

export interface DocumentCalendarProps {
  /** The chosen day; empty for none. */
  readonly day: string;
  readonly onDay: (day: string) => void;
}

/** The days by which a key moves. */
const stepDays: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};

/** The day that the keyboard is at, whose month is shown, and the number of documents on each day of it. */
function useMonth(day: string) {
  const today = useChileanDay();
  const grid = useRef<HTMLTableElement>(null);
  const [at, setAt] = useState(day || today);
  const month = monthOf(at);
  const { data: counts } = useQuery({
    queryKey: [adminKey, 'documents-by-day', month],
    queryFn: ({ signal }) => countDocumentsByDay(month, signal),
    placeholderData: keepPreviousData,
  });
  const turn = (months: number) => {
    const [year = 0, number = 0] = month.split('-').map(Number);
    setAt(new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 10));
  };
  const move = (event: KeyboardEvent) => {
    const step = stepDays[event.key];
    if (step === undefined && event.key !== 'PageUp' && event.key !== 'PageDown') return;
    event.preventDefault();
    flushSync(() => {
      if (step === undefined) turn(event.key === 'PageUp' ? -1 : 1);
      else setAt(dayAfter(at, step));
    });
    grid.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  };
  return { today, grid, at, setAt, month, counts, turn, move };
}

/** A month with the number of documents that expire on each day. Choosing a day filters the list. */
export function DocumentCalendar({ day, onDay }: DocumentCalendarProps) {
  const { calendarView: t } = useNamespace('documents');
  const format = useFormat();
  const { today, grid, at, setAt, month, counts, turn, move } = useMonth(day);
  const choose = (chosen: string) => {
    setAt(chosen);
    onDay(chosen === day ? '' : chosen);
  };
  return (
    <section className="rounded-card border border-line bg-surface-raised p-3">
      <MonthTitle month={month} onTurn={turn} />
      <table ref={grid} className="mt-2 w-full table-fixed border-collapse">
        <caption className="sr-only">{t.keys}</caption>
        <Weekdays month={month} />
        <tbody>
          {weeksOf(month).map((week) => (
            <tr key={week[0]}>
              {week.map((each) => (
                <DayCell
                  key={each}
                  day={each}
                  outside={monthOf(each) !== month}
                  documents={counts?.get(each) ?? 0}
                  isToday={each === today}
                  isChosen={each === day}
                  isCurrent={each === at}
                  onKey={move}
                  onChoose={() => choose(each)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {day !== '' && (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          <p className="font-semibold">{t.shown(format.plainDay(day))}</p>
          <Button size="compact" variant="quiet" onClick={() => onDay('')}>
            {t.all}
          </Button>
        </div>
      )}
    </section>
  );
}

function MonthTitle({
  month,
  onTurn,
}: {
  readonly month: string;
  readonly onTurn: (months: number) => void;
}) {
  const { calendarView: t } = useNamespace('documents');
  const { language } = useLanguage();
  const title = new Intl.DateTimeFormat(localeOf(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <div className="flex items-center justify-between gap-2">
      <IconButton
        size="compact"
        label={t.previous}
        icon={<ChevronLeft size={24} />}
        onClick={() => onTurn(-1)}
      />
      <h3 aria-live="polite" className="font-semibold first-letter:uppercase">
        {title.format(new Date(`${month}-01`))}
      </h3>
      <IconButton size="compact" label={t.next} icon={<ChevronRight size={24} />} onClick={() => onTurn(1)} />
    </div>
  );
}

function Weekdays({ month }: { readonly month: string }) {
  const { language } = useLanguage();
  const weekday = new Intl.DateTimeFormat(localeOf(language), { weekday: 'short', timeZone: 'UTC' });
  return (
    <thead>
      <tr>
        {weeksOf(month)[0]?.map((each) => (
          <th key={each} scope="col" className="py-1 text-small font-semibold text-ink-soft">
            {weekday.format(new Date(each))}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface DayCellProps {
  readonly day: string;
  readonly outside: boolean;
  readonly documents: number;
  readonly isToday: boolean;
  readonly isChosen: boolean;
  readonly isCurrent: boolean;
  readonly onKey: (event: KeyboardEvent) => void;
  readonly onChoose: () => void;
}

function DayCell(props: DayCellProps) {
  const { day, outside, documents, isToday, isChosen, isCurrent, onKey, onChoose } = props;
  const { calendarView: t } = useNamespace('documents');
  const format = useFormat();
  return (
    <td className="p-0.5">
      {!outside && (
        <button
          type="button"
          tabIndex={isCurrent ? 0 : -1}
          aria-pressed={isChosen}
          aria-current={isToday ? 'date' : undefined}
          onKeyDown={onKey}
          onClick={onChoose}
          className={classes(
            'flex min-h-12 w-full flex-col items-center justify-center rounded-small border-2 tabular-nums',
            isChosen ? 'border-accent bg-accent-soft' : isToday ? 'border-line-strong' : 'border-transparent',
            documents > 0 ? 'font-semibold' : 'text-ink-soft',
          )}
        >
          <span className="sr-only">{t.day(format.plainDay(day), format.count(documents))}</span>
          <span aria-hidden="true" className="text-small leading-tight">
            {Number(day.slice(8))}
          </span>
          {documents > 0 && (
            <span
              aria-hidden="true"
              className="rounded-full bg-accent px-1.5 text-small leading-snug text-accent-ink"
            >
              {format.count(documents)}
            </span>
          )}
        </button>
      )}
    </td>
  );
}
