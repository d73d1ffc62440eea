import { Megaphone } from 'lucide-react';
import { announcementStates, listAnnouncementsPage } from '../../data/announcements/announcementRecords.ts';
import { optionsOf } from '../../forms/options.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { readListFilter } from '../parts/list/filter.ts';
import { FilterSelect } from '../parts/list/FilterSelect.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useListing } from '../parts/list/useListing.ts';
import { AnnouncementPage } from './AnnouncementPage.tsx';
import { useAnnouncementColumns } from './columns.tsx';
import { NewAnnouncementDialog } from './NewAnnouncementDialog.tsx';

/** Drivers read at any time, so the list polls for new readers. */
const pollMs = 60_000;

/** The company's messages to its drivers, newest first, each with how many have read it. */
export default function AnnouncementsSection({ location, hidden, onDone }: SectionProps) {
  const t = useNamespace('announcements');
  const filter = readListFilter(location, { state: announcementStates });
  const listing = useListing({
    name: 'announcements',
    filter: filter.values,
    page: location.page,
    load: listAnnouncementsPage,
    hidden,
    refetchInterval: pollMs,
  });
  const columns = useAnnouncementColumns();
  return (
    <>
      <ListFrame
        listing={listing}
        location={location}
        words={t}
        icon={Megaphone}
        primary={{
          label: t.write,
          icon: <Megaphone size={22} />,
          onPress: () => location.open({ act: 'new' }),
        }}
        filter={filter}
        filters={
          <FilterSelect
            filter={filter}
            name="state"
            label={t.state}
            all={t.all}
            options={optionsOf(announcementStates, t.filters)}
          />
        }
        list={{ columns }}
        page={<AnnouncementPage location={location} onDone={onDone} />}
      />
      {location.act === 'new' && <NewAnnouncementDialog onDone={onDone} onClose={location.close} />}
    </>
  );
}
