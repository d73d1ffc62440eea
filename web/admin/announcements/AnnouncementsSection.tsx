import { Megaphone } from 'lucide-react';
import { announcementStates, listAnnouncementsPage } from '../../data/announcements/announcementRecords.ts';
import { functionSorts } from '../../data/list/sort.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { choiceFilter } from '../parts/list/filter.ts';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { useList } from '../parts/list/useList.tsx';
import type { SectionProps } from '../parts/section.ts';
import { AnnouncementPage } from './AnnouncementPage.tsx';
import { useAnnouncementColumns } from './columns.tsx';
import { NewAnnouncementDialog } from './NewAnnouncementDialog.tsx';

/** Drivers read at any time, so the list polls for new readers. */
const pollMs = 60_000;

/** The company's messages to its drivers, newest first, each with how many have read it. */
export default function AnnouncementsSection(props: SectionProps) {
  const t = useNamespace('announcements');
  const { frame } = useList(props, {
    name: 'announcements',
    words: t,
    icon: Megaphone,
    filters: { state: choiceFilter(t.state, t.all, announcementStates, t.filters) },
    sorts: functionSorts.list_announcements_by,
    load: listAnnouncementsPage,
    refetchInterval: pollMs,
  });
  return (
    <ListFrame
      {...frame}
      primary={{ ...useNamedActs('announcements').new, dialog: <NewAnnouncementDialog /> }}
      list={{ columns: useAnnouncementColumns() }}
      page={<AnnouncementPage />}
    />
  );
}
