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
import { sectionAddress, type SectionProps } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { publishAddress, rowsOf, titleOf, type RowView } from './rows.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { DayCard, DayRow } from './DayCard.tsx';

interface LineKind {
  readonly icon: LucideIcon;
  /** It already costs something. */
  readonly isUrgent?: boolean;
  /** The list of everything that it counts; those of trips and missing documents depend on the line. */
  readonly all?: string;
}

const kinds: Readonly<Record<TodayLineId, LineKind>> = {
  cases: { icon: MessagesSquare, all: sectionAddress('cases', { state: 'new' }) },
  waiting: { icon: Hourglass, all: sectionAddress('drivers', { state: 'waiting' }) },
  photos: { icon: Camera, all: sectionAddress('drivers', {}) },
  reviews: { icon: Star, isUrgent: true, all: sectionAddress('reviews', { stars: 'low' }) },
  offline: { icon: WifiOff, isUrgent: true, all: sectionAddress('devices', { state: 'offline' }) },
  battery: { icon: BatteryLow, all: sectionAddress('devices', { state: 'battery' }) },
  release: { icon: FileClock, all: sectionAddress('devices', { state: 'release' }) },
  unverified: { icon: FileCheck, all: sectionAddress('documents', { view: 'list', state: 'waiting' }) },
  expired: {
    icon: CalendarX2,
    isUrgent: true,
    all: sectionAddress('documents', { view: 'list', state: 'expired' }),
  },
  expiring: { icon: CalendarClock, all: sectionAddress('documents', { view: 'list', state: 'within_7' }) },
  missing: { icon: FileQuestion },
  mail: { icon: MailX, isUrgent: true },
  backup: { icon: HardDrive, isUrgent: true },
  rights: { icon: FileUser, isUrgent: true, all: sectionAddress('rights', { state: 'open' }) },
  draft: { icon: Send, all: publishAddress },
  trip_late: { icon: ClockAlert, isUrgent: true },
  trip_driver: { icon: UserX, isUrgent: true },
  trip_overlap: { icon: Blend, isUrgent: true },
  trip_documents: { icon: FileX, isUrgent: true },
  trip_proposal: { icon: GitCompareArrows },
  trip_request: { icon: Inbox },
  trip_changed: { icon: History },
  trip_accepted: { icon: UserCheck },
  trip_declined: { icon: CircleX, isUrgent: true },
  trip_no_show: { icon: UserSearch, isUrgent: true },
  trip_late_tap: { icon: TimerOff },
  trip_told: { icon: BellRing },
  trip_reply: { icon: MessageSquareReply },
};

/** The list of everything that a line counts; undefined where there is none. */
function listAddressOf(line: TodayLine): string | undefined {
  if (line.id.startsWith('trip_')) return sectionAddress('trips', { need: line.id.slice('trip_'.length) });
  if (line.id !== 'missing') return kinds[line.id].all;
  // The grid shows drivers or vehicles, not both.
  const [first] = line.rows;
  return first && sectionAddress('documents', { state: 'missing', owner: first.owner });
}

interface DayLineProps extends Pick<SectionProps, 'onDone'> {
  readonly line: TodayLine;
}

/** Something that needs somebody: how often, the first five, and what answers each of them. */
export function DayLine({ line, onDone }: DayLineProps) {
  const t = useNamespace('today');
  const format = useFormat();
  const { icon, isUrgent = false } = kinds[line.id];
  const all = listAddressOf(line);
  const rows = rowsOf(line, { t, format });
  return (
    <DayCard
      title={titleOf(line, { t, format })}
      icon={icon}
      // Cases cost something once one of them is late.
      isUrgent={line.id === 'cases' ? line.late > 0 : isUrgent}
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
