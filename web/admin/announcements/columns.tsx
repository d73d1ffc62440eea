import { plateInPairs } from '../../../shared/chile/plate.ts';
import { chileanDay } from '../../../shared/chile/time.ts';
import type { Announcement } from '../../data/announcements/announcementRecords.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { dayColumn, lineColumn, type Column } from '../parts/list/List.tsx';
import { Badge } from '../parts/list/cells.tsx';
import { RecordLink } from '../parts/record/RecordLink.tsx';
import { useFormat } from '../parts/useFormat.ts';

export type AnnouncementState = 'current' | 'ended' | 'withdrawn';

/** Whether drivers see an announcement today. */
export function announcementStateOf({
  withdrawn_at: withdrawn,
  valid_until: last,
}: Announcement): AnnouncementState {
  if (withdrawn !== null) return 'withdrawn';
  return last < chileanDay(new Date()) ? 'ended' : 'current';
}

/** The words of an announcement; those of the notice of a new policy in the panel's language. */
export function useAnnouncementWords(): (row: Announcement) => string {
  const t = useNamespace('announcements');
  return ({ body, policy_version: version }) => body ?? t.policyNotice(`${version}`);
}

/** The drivers or vehicles that an announcement is for: “Todos los conductores”, or the first names or plates. */
export function useAudienceText(): (row: Announcement) => string {
  const t = useNamespace('announcements');
  const { count } = useFormat();
  return ({ audience, names, targets }) => {
    if (audience === 'all') return t.audiences.all;
    const shown = (audience === 'vehicles' ? names.map(plateInPairs) : names).join(', ');
    const more = targets - names.length;
    return more > 0 ? t.andMore(shown, count(more)) : shown;
  };
}

/** The columns of the announcements: words, audience, last day, readers, state. */
export function useAnnouncementColumns(): readonly Column<Announcement>[] {
  const t = useNamespace('announcements');
  const wordsOf = useAnnouncementWords();
  const audienceOf = useAudienceText();
  const { count, plainDay } = useFormat();
  return [
    {
      id: 'words',
      label: t.text,
      cell: (row) => (
        <RecordLink id={row.id} className="line-clamp-1 [overflow-wrap:anywhere]">
          {wordsOf(row)}
        </RecordLink>
      ),
      onCard: 'title',
    },
    lineColumn({
      id: 'audience',
      label: t.audience,
      width: 'w-64',
      text: audienceOf,
      isQuiet: true,
      inTable: 'wide',
      foldsInto: 'words',
      onCard: 1,
    }),
    dayColumn({
      id: 'until',
      label: t.until,
      sort: 'valid_until',
      cell: (row) => plainDay(row.valid_until),
    }),
    {
      id: 'reads',
      label: t.readers,
      width: 'w-36',
      className: 'py-0.5 tabular-nums',
      cell: (row) => <span>{t.readBy(count(row.reads), count(row.recipients))}</span>,
      elsewhere: (row) => (
        <span className="text-small text-ink-soft tabular-nums">
          {t.readers} <span>{t.readBy(count(row.reads), count(row.recipients))}</span>
        </span>
      ),
      onCard: 2,
    },
    { id: 'state', label: t.state, width: 'w-32', cell: (row) => <AnnouncementBadge row={row} />, onCard: 2 },
  ];
}

export function AnnouncementBadge({ row }: { readonly row: Announcement }) {
  const { states } = useNamespace('announcements');
  const state = announcementStateOf(row);
  const tone = state === 'current' ? 'bg-success-soft text-success' : 'bg-surface-sunken text-ink-soft';
  return <Badge tone={tone}>{states[state]}</Badge>;
}
