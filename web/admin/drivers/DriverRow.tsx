import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import type { ListedDriver } from '../../data/admin/drivers.ts';
import type { Driver } from '../../data/drivers.ts';
import { useArea } from '../../i18n/areas.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import { PlateTag } from '../parts/PlateTag.tsx';
import { RowActions } from '../parts/RowActions.tsx';
import type { Room } from '../parts/useBreakpoint.ts';
import { Approval } from './Approval.tsx';
import { DriverContact, DriverName, DriverRating } from './DriverCells.tsx';
import { DriverEditor } from './DriverEditor.tsx';
import { PhotoReview, type PhotoReviewProps } from './PhotoReview.tsx';

export interface DriverRowProps {
  readonly driver: ListedDriver;
  readonly room: Room;
  /** Keeps the row on the screen while it is being edited. Gives back what ends that. */
  readonly hold: () => () => void;
  readonly onSaved: (saved: Driver) => void;
  /** Announces an approval. */
  readonly onApproved: (message: string) => void;
  readonly onPhotoDecided: PhotoReviewProps['onDecided'];
  readonly onDelete: () => void;
}

/** One driver, shown or being edited. */
export function DriverRow(props: DriverRowProps) {
  const { driver, room, hold, onSaved, onApproved, onPhotoDecided, onDelete } = props;
  const [editing, setEditing] = useState(false);
  const { driverList: t } = useArea('admin');
  const actions = useRef<HTMLDivElement>(null);
  const returning = useRef(false);

  useEffect(() => {
    if (editing) returning.current = true;
    else if (returning.current) actions.current?.querySelector('button')?.focus();
  }, [editing]);

  const holdRow = useEffectEvent(() => hold());
  useEffect(() => (editing ? holdRow() : undefined), [editing]);

  const leave = () => setEditing(false);
  const editor = editing && (
    <DriverEditor
      driver={driver}
      onCancel={leave}
      onSaved={(saved) => {
        leave();
        onSaved(saved);
      }}
    />
  );
  const approval = (
    <>
      <Approval driver={driver} onDone={onApproved} />
      <PhotoReview driver={driver} onDecided={onPhotoDecided} />
    </>
  );
  const buttons = (
    <RowActions
      ref={actions}
      editLabel={t.editDriver(driver.name)}
      deleteLabel={t.deleteDriver(driver.name)}
      onEdit={() => setEditing(true)}
      onDelete={onDelete}
    />
  );

  if (room === 'cards')
    return (
      <li className="border-b border-line">
        {editor || <DriverCard driver={driver} buttons={buttons} approval={approval} />}
      </li>
    );
  if (editor)
    return (
      <tr className="border-b border-line">
        <td colSpan={room === 'wide' ? 6 : 5}>{editor}</td>
      </tr>
    );
  return (
    <tr className="border-b border-line hover:bg-surface">
      <th scope="row" className="py-2 pr-2 pl-4 text-left font-normal">
        <DriverName driver={driver}>
          {room === 'table' && <DriverRating driver={driver} />}
          {approval}
        </DriverName>
      </th>
      <td className="px-2 py-2">
        <PlateTag value={driver.license_plate} />
      </td>
      <td className="px-2 py-2 [overflow-wrap:anywhere]">{driver.driver_code}</td>
      <td className="px-2 py-1">
        <DriverContact contact={driver.contact} />
      </td>
      {room === 'wide' && (
        <td className="px-2 py-2">
          <DriverRating driver={driver} />
        </td>
      )}
      <td className="py-1 pr-1 pl-2">
        <div className="-ml-3">{buttons}</div>
      </td>
    </tr>
  );
}

interface DriverCardProps {
  readonly driver: Driver;
  readonly buttons: ReactNode;
  readonly approval: ReactNode;
}

function DriverCard({ driver, buttons, approval }: DriverCardProps) {
  const { common } = useWords();
  return (
    <div className="flex flex-col gap-2 py-3 pr-2 pl-4">
      <div className="flex items-center justify-between gap-2">
        <h3 className="min-w-0">
          <DriverName driver={driver} />
        </h3>
        {buttons}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pl-14">
        <span>
          <span className="sr-only">{common.licensePlate}: </span>
          <PlateTag value={driver.license_plate} />
        </span>
        <span className="[overflow-wrap:anywhere]">
          <span className="sr-only">{common.driverCode}: </span>
          {driver.driver_code}
        </span>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 pl-14">
        <DriverContact contact={driver.contact} />
        <DriverRating driver={driver} />
      </div>
      <div className="pl-14">{approval}</div>
    </div>
  );
}
