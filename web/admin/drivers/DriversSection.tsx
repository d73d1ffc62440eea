import { CarFront } from 'lucide-react';
import { useState } from 'react';
import {
  deleteDriver,
  driversPerPage,
  listDriversPage,
  type ListedDriver,
} from '../../data/admin/drivers.ts';
import type { Driver } from '../../data/drivers.ts';
import { useArea } from '../../i18n/areas.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListFrame } from '../parts/ListFrame.tsx';
import { SearchField } from '../parts/SearchField.tsx';
import { Table } from '../parts/Table.tsx';
import { useHeldRows, type HeldRows } from '../parts/useHeldRows.ts';
import { useListing } from '../parts/useListing.ts';
import type { SectionProps } from '../parts/section.ts';
import { useBreakpoint } from '../parts/useBreakpoint.ts';
import { DeleteDriverDialog } from './DeleteDriverDialog.tsx';
import { driverColumns } from './DriverCells.tsx';
import { DriverRow, type DriverRowProps } from './DriverRow.tsx';

/** All drivers: search, pages, inline editing, deletion. */
export function DriversSection({ location, hidden, onDone, onRemove }: SectionProps) {
  const t = useArea('admin');
  const { search, page, setSearch, setPage } = location;
  const listing = useListing('drivers', search, page, listDriversPage);
  const held = useHeldRows(listing.rows, `${page} ${search}`);
  const rows = held.rows?.filter(({ id }) => !hidden.has(id));
  const [deleting, setDeleting] = useState<Driver | null>(null);

  return (
    <>
      <SearchField
        label={t.driverList.search}
        clearLabel={t.clearSearch}
        value={search}
        onSearch={setSearch}
      />
      <ListFrame
        listing={{ ...listing, rows, total: listing.total - hidden.size }}
        search={search}
        perPage={driversPerPage}
        onPage={setPage}
        onClearSearch={() => setSearch('')}
        empty={
          <EmptyState title={t.driverList.empty} icon={<CarFront size={44} aria-hidden="true" />}>
            {t.driverList.emptyHint}
          </EmptyState>
        }
      >
        <Drivers
          drivers={rows ?? []}
          held={held}
          onSaved={({ name }) => onDone(t.driverList.saved(name))}
          onApproved={onDone}
          onPhotoDecided={({ name }, decision) =>
            onDone(decision === 'accept' ? t.driverPhoto.accepted(name) : t.driverPhoto.rejected(name))
          }
          onDelete={setDeleting}
        />
      </ListFrame>
      {deleting && (
        <DeleteDriverDialog
          driver={deleting}
          onClose={() => setDeleting(null)}
          onConfirm={(driver) =>
            onRemove(() => setDeleting(null), {
              id: driver.id,
              announcement: t.removal.driver(driver.name),
              done: t.driverList.deleted(driver.name),
              run: () => deleteDriver(driver),
            })
          }
        />
      )}
    </>
  );
}

interface DriversProps extends Pick<DriverRowProps, 'onSaved' | 'onApproved' | 'onPhotoDecided'> {
  readonly drivers: readonly ListedDriver[];
  /** The rows that are being edited. */
  readonly held: HeldRows<ListedDriver>;
  readonly onDelete: (driver: Driver) => void;
}

function Drivers({ drivers, held, onSaved, onApproved, onPhotoDecided, onDelete }: DriversProps) {
  const { common, driver: labels } = useWords();
  const t = useArea('admin');
  const breakpoint = useBreakpoint();
  const rows = drivers.map((driver, index) => (
    <DriverRow
      key={driver.id}
      driver={driver}
      breakpoint={breakpoint}
      editing={held.isHeld(driver)}
      onEdit={() => held.hold(driver, index)}
      onLeave={() => held.release(driver)}
      onSaved={onSaved}
      onApproved={onApproved}
      onPhotoDecided={onPhotoDecided}
      onDelete={() => onDelete(driver)}
    />
  ));
  if (breakpoint === 'cards') return <ul aria-label={t.driverList.caption}>{rows}</ul>;
  return (
    <Table
      caption={t.driverList.caption}
      columns={[
        { label: labels.short.name },
        ...driverColumns.map(({ field, width }) => ({ label: labels.short[field], width })),
        ...(breakpoint === 'wide' ? [{ label: common.rating, width: 'w-50' }] : []),
        { label: t.actions, width: 'w-28' },
      ]}
    >
      {rows}
    </Table>
  );
}
