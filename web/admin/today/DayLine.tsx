import {
  BatteryLow,
  BellRing,
  Blend,
  CalendarClock,
  CalendarX2,
  Camera,
  ChevronRight,
  CircleX,
  ClockAlert,
  FileCheck,
  FileClock,
  FileQuestion,
  FileUser,
  FileX,
  GitCompareArrows,
  HardDrive,
  History,
  Hourglass,
  Inbox,
  MailX,
  MessageSquareReply,
  MessagesSquare,
  RefreshCw,
  Send,
  Star,
  TimerOff,
  UserCheck,
  UserSearch,
  UserX,
  WifiOff,
  type LucideIcon,
} from 'lucide-react';
import { Fragment, useId } from 'react';
import { Link } from 'wouter';
import type { TodayLine, TodayLineId } from '../../data/company/today.ts';
import { askDevice } from '../../data/devices/deviceRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { ChangeButton, TimeAgo } from '../parts/list/cells.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { listAddressOf, rowsOf, titleOf, type RowView } from './rows.ts';
import { CopyButton } from '../parts/CopyButton.tsx';

const icons: Readonly<Record<TodayLineId, LucideIcon>> = {
  cases: MessagesSquare,
  waiting: Hourglass,
  photos: Camera,
  reviews: Star,
  offline: WifiOff,
  battery: BatteryLow,
  release: FileClock,
  unverified: FileCheck,
  expired: CalendarX2,
  expiring: CalendarClock,
  missing: FileQuestion,
  mail: MailX,
  backup: HardDrive,
  rights: FileUser,
  draft: Send,
  trip_late: ClockAlert,
  trip_driver: UserX,
  trip_overlap: Blend,
  trip_documents: FileX,
  trip_proposal: GitCompareArrows,
  trip_request: Inbox,
  trip_changed: History,
  trip_accepted: UserCheck,
  trip_declined: CircleX,
  trip_no_show: UserSearch,
  trip_late_tap: TimerOff,
  trip_told: BellRing,
  trip_reply: MessageSquareReply,
};
/** Those that already cost something. */
const urgent: ReadonlySet<TodayLineId> = new Set([
  'expired',
  'mail',
  'backup',
  'reviews',
  'offline',
  'rights',
  'trip_late',
  'trip_driver',
  'trip_declined',
  'trip_no_show',
  'trip_overlap',
  'trip_documents',
]);
/** Cases cost something once one of them is late. */
const isUrgent = (line: TodayLine) => (line.id === 'cases' ? line.late > 0 : urgent.has(line.id));

interface DayLineProps extends Pick<SectionProps, 'onDone'> {
  readonly line: TodayLine;
}

/** Something that needs somebody: how often, the first five, and what answers each of them. */
export function DayLine({ line, onDone }: DayLineProps) {
  const t = useNamespace('today');
  const format = useFormat();
  const id = useId();
  const Icon = icons[line.id];
  const all = listAddressOf(line);
  const rows = rowsOf(line, { t, format });
  return (
    <section
      aria-labelledby={id}
      className="mb-3 break-inside-avoid last:mb-0 rounded-card border border-line bg-surface-raised"
    >
      <div className="flex min-h-12 items-center gap-3 border-b border-line py-1 pr-2 pl-4">
        <Icon size={22} className={classes('shrink-0', isUrgent(line) ? 'text-danger' : 'text-accent')} />
        <h3 id={id} className="min-w-0 flex-1 leading-snug font-semibold">
          {titleOf(line, { t, format })}
        </h3>
        {all && line.count > rows.length && (
          <Link
            href={all}
            className="inline-flex min-h-11 shrink-0 items-center rounded-control px-2 text-small font-semibold text-accent underline-offset-4 hover:underline"
          >
            {t.seeAll(format.count(line.count))}
          </Link>
        )}
      </div>
      <ul>
        {rows.map((row) => (
          <Row key={row.id} line={line.id} row={row} onDone={onDone} />
        ))}
      </ul>
    </section>
  );
}

interface RowProps extends Pick<SectionProps, 'onDone'> {
  readonly line: TodayLineId;
  readonly row: RowView;
}

/** The whole row opens its place; a button of its own stands above that. */
function Row({ line, row, onDone }: RowProps) {
  const { title, facts, since, address } = row;
  const act = <RowAct line={line} row={row} onDone={onDone} />;
  return (
    <li className="relative flex min-h-13 items-center gap-3 border-b border-line py-1.5 pr-2 pl-4 last:rounded-b-card last:border-b-0 has-[a:hover]:bg-surface-sunken">
      <div className="min-w-0 flex-1 text-small">
        <p className="flex flex-wrap items-baseline gap-x-2">
          {address ? (
            <Link
              href={address}
              className="font-semibold after:absolute after:inset-0 focus-visible:outline-offset-1"
            >
              {title}
            </Link>
          ) : (
            <span className="font-semibold">{title}</span>
          )}
          {since && <TimeAgo time={since} className="text-ink-soft" />}
        </p>
        {facts.length > 0 && (
          <p className="text-ink-soft [overflow-wrap:anywhere]">
            {facts.map((fact, index) => (
              // A code has a hyphen, at which it would break where the row is narrow.
              <Fragment key={fact}>
                {index > 0 && <span> · </span>}
                <span className="inline-block first:first-letter:uppercase">{fact}</span>
              </Fragment>
            ))}
          </p>
        )}
      </div>
      <div className="relative empty:hidden">{act}</div>
      {address && <ChevronRight size={20} className="shrink-0 text-ink-soft" />}
    </li>
  );
}

/** The press that answers a row where one does. */
function RowAct({ line, row, onDone }: RowProps) {
  const t = useNamespace('today');
  const { copyFailed } = useNamespace('admin');
  const { id, title } = row;
  if (line === 'release')
    return (
      <ChangeButton
        variant="secondary"
        icon={<RefreshCw size={20} />}
        aria-label={t.reloadDevice(title)}
        change={() => askDevice(id, 'reload')}
        onDone={() => onDone(t.reloading(title))}
      >
        {t.reload}
      </ChangeButton>
    );
  // The facts for the person who looks after the server: nothing in the panel repairs a backup.
  const notice = [t.lines.backup(1, ''), ...row.facts].join('. ');
  return line === 'backup' && <CopyButton text={notice} words={t.backup} otherwise={copyFailed} />;
}
