import {
  BatteryLow,
  BellRing,
  Blend,
  CalendarClock,
  CalendarX2,
  Camera,
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
import type { TodayLine, TodayLineId } from '../../data/company/today.ts';
import { askDevice } from '../../data/devices/deviceRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { ChangeButton } from '../parts/list/cells.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { listAddressOf, rowsOf, titleOf, type RowView } from './rows.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { DayCard, DayRow } from './DayCard.tsx';

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
  const all = listAddressOf(line);
  const rows = rowsOf(line, { t, format });
  return (
    <DayCard
      title={titleOf(line, { t, format })}
      icon={icons[line.id]}
      isUrgent={isUrgent(line)}
      link={
        all !== undefined &&
        line.count > rows.length && { to: all, label: t.seeAll(format.count(line.count)) }
      }
      className="mb-3 break-inside-avoid last:mb-0"
    >
      <ul>
        {rows.map((row) => (
          <DayRow key={row.id} row={row}>
            <RowAct line={line.id} row={row} onDone={onDone} />
          </DayRow>
        ))}
      </ul>
    </DayCard>
  );
}

interface RowProps extends Pick<SectionProps, 'onDone'> {
  readonly line: TodayLineId;
  readonly row: RowView;
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
