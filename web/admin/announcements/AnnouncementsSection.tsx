import { Megaphone } from 'lucide-react';
import { useState } from 'react';
import {
  announcementStates,
  listAnnouncementsPage,
  type Announcement,
  type AnnouncementFilter,
} from '../../data/announcements/announcementRecords.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { NothingListed } from '../parts/list/NothingListed.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { ListLocation, SectionProps } from '../parts/section.ts';
import { useListing } from '../parts/list/useListing.ts';
import { AnnouncementDialog } from './AnnouncementDialog.tsx';
import { useAnnouncementColumns } from './columns.tsx';
import { NewAnnouncementDialog } from './NewAnnouncementDialog.tsx';

/** Drivers read at any time, so the list polls for new readers. */
const pollMs = 60_000;

function readFilter({ search, filter }: ListLocation): AnnouncementFilter {
  return { search, state: announcementStates.find((each) => each === filter('state')) ?? '' };
}

/** The company's messages to its drivers, newest first, each with how many have read it. */
export default function AnnouncementsSection({ location, hidden, onDone }: SectionProps) {
  const t = useNamespace('announcements');
  const filter = readFilter(location);
  const { page } = location;
  const listing = useListing({
    name: 'announcements',
    filter,
    page,
    load: listAnnouncementsPage,
    hidden,
    refetchInterval: pollMs,
  });
  const [opened, setOpened] = useState<Announcement | null>(null);
  const [isWriting, setWriting] = useState(false);
  const columns = useAnnouncementColumns(setOpened);
  const states = announcementStates.map((state) => ({ value: state, label: t.filters[state] }));
  return (
    <>
      <ListFrame
        listing={listing}
        location={location}
        searchLabel={t.search}
        primary={{ label: t.write, icon: <Megaphone size={22} />, onPress: () => setWriting(true) }}
        filters={
          <SelectField
            hideLabel
            label={t.state}
            value={filter.state}
            options={[{ value: '', label: t.all }, ...states]}
            onChange={(state) => location.setFilters({ state })}
          />
        }
        narrowed={filter.state !== ''}
        empty={
          <NothingListed
            icon={<Megaphone size={44} />}
            words={t}
            narrowed={filter.state !== ''}
            onClear={() => location.setFilters({ state: '' })}
          />
        }
        list={{ caption: t.caption, columns }}
      />
      {opened && (
        <AnnouncementDialog
          row={listing.rows?.find(({ id }) => id === opened.id) ?? opened}
          onDone={onDone}
          onClose={() => setOpened(null)}
        />
      )}
      {isWriting && <NewAnnouncementDialog onDone={onDone} onClose={() => setWriting(false)} />}
    </>
  );
}
