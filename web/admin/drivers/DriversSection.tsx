import { CarFront } from 'lucide-react';
import { useState } from 'react';
import { listDriversPage } from '../../data/admin/drivers.ts';
import type { Driver } from '../../data/drivers.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListFrame } from '../parts/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import { Table } from '../parts/Table.tsx';
import { useHeldRows } from '../parts/useHeldRows.ts';
import { useListing } from '../parts/useListing.ts';
import { DeleteDriverDialog } from './DeleteDriverDialog.tsx';
import { driverColumns } from './DriverCells.tsx';
import { DriverRow } from './DriverRow.tsx';

/** All drivers: search, pages, inline editing, deletion. */
export function DriversSection({ location, hidden, onDone, onRemove }: SectionProps) {
  const { common, driver: labels } = useMessages();
  const { driverList: t, actions } = useNamespace('admin');
  const { search, page } = location;
  const listing = useListing('drivers', search, page, listDriversPage, hidden);
  const held = useHeldRows(listing.rows, `${page} ${search}`);
  const [deleting, setDeleting] = useState<Driver | null>(null);

  return (
    <>
      <ListFrame
        listing={{ ...listing, rows: held.rows }}
        location={location}
        searchLabel={t.search}
        empty={
          <EmptyState title={t.empty} icon={<CarFront size={44} />}>
            {t.emptyHint}
          </EmptyState>
        }
      >
        <Table
          caption={t.caption}
          columns={[
            { label: labels.short.name },
            ...driverColumns.map(({ field, width }) => ({ label: labels.short[field], width })),
            { label: common.rating, width: 'w-50', isExtra: true },
            { label: actions, width: 'w-28' },
          ]}
        >
          {held.rows?.map((driver, index) => (
            <DriverRow
              key={driver.id}
              driver={driver}
              editing={held.isHeld(driver)}
              onEdit={() => held.hold(driver, index)}
              onLeave={() => held.release(driver)}
              onDone={onDone}
              onDelete={() => setDeleting(driver)}
            />
          ))}
        </Table>
      </ListFrame>
      {deleting && (
        <DeleteDriverDialog driver={deleting} onRemove={onRemove} onClose={() => setDeleting(null)} />
      )}
    </>
  );
}
