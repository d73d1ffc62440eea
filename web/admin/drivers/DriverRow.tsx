import { DoorOpen } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { stateOf } from '../../data/driverState.ts';
import type { Driver } from '../../data/drivers.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { RowActions } from '../parts/RowActions.tsx';
import { useBreakpoint } from '../parts/useBreakpoint.ts';
import { DriverStateLine, type DecisionProps } from './DriverState.tsx';
import { driverColumns, DriverName, DriverRating, type ListColumn } from './DriverCells.tsx';
import { DriverEditor } from './DriverEditor.tsx';
import { PhotoReview } from './PhotoReview.tsx';

export interface DriverRowProps extends DecisionProps {
  readonly editing: boolean;
  readonly onEdit: () => void;
  /** The editor was left, with or without a change. */
  readonly onLeave: () => void;
  readonly onDelete: () => void;
  /** The administrator says that the driver has left the company. */
  readonly onLeft: () => void;
}

/** One driver, shown or being edited. */
export function DriverRow(props: DriverRowProps) {
  const { driver, editing, onEdit, onLeave, onDone, onDelete, onLeft } = props;
  const breakpoint = useBreakpoint();
  const { driverList: t, driverLeaving } = useNamespace('admin');
  const editButton = useRef<HTMLButtonElement>(null);

  const leave = () => {
    flushSync(onLeave);
    editButton.current?.focus();
  };
  const editor = editing && (
    <DriverEditor
      driver={driver}
      onCancel={leave}
      onSaved={(saved) => {
        leave();
        onDone(t.saved(saved.name));
      }}
    />
  );
  const approval = (
    <>
      <DriverStateLine driver={driver} onDone={onDone} />
      <PhotoReview driver={driver} onDone={onDone} />
    </>
  );
  const buttons = (
    <RowActions
      editButton={editButton}
      editLabel={t.editDriver(driver.name)}
      deleteLabel={t.deleteDriver(driver.name)}
      onEdit={onEdit}
      onDelete={onDelete}
    >
      {stateOf(driver) !== 'left' && (
        <IconButton
          size="compact"
          label={driverLeaving.leave(driver.name)}
          icon={<DoorOpen size={20} />}
          onClick={onLeft}
        />
      )}
    </RowActions>
  );

  if (breakpoint === 'cards')
    return (
      <li className="border-b border-line">
        {editor || <DriverCard driver={driver} buttons={buttons} approval={approval} />}
      </li>
    );
  if (editor)
    return (
      <tr className="border-b border-line">
        <td colSpan={driverColumns.length + (breakpoint === 'wide' ? 3 : 2)}>{editor}</td>
      </tr>
    );
  return <DriverCells driver={driver} buttons={buttons} approval={approval} />;
}

interface DriverContentProps {
  readonly driver: Driver;
  readonly buttons: ReactNode;
  readonly approval: ReactNode;
}

function DriverCard({ driver, buttons, approval }: DriverContentProps) {
  const { driver: labels } = useMessages();
  const fields = (line: ListColumn['line']) =>
    driverColumns
      .filter((column) => column.line === line)
      .map(({ field, show }) => (
        <span key={field} className="[overflow-wrap:anywhere]">
          <span className="sr-only">{labels.short[field]}: </span>
          {show(driver)}
        </span>
      ));
  return (
    <div className="flex flex-col gap-2 py-3 pr-2 pl-4">
      <div className="flex items-center justify-between gap-2">
        <h3 className="min-w-0">
          <DriverName driver={driver} />
        </h3>
        {buttons}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 pl-14">{fields('fields')}</div>
      <div className="flex flex-wrap items-center gap-x-6 pl-14">
        {fields('rating')}
        <DriverRating driver={driver} />
      </div>
      <div className="pl-14">{approval}</div>
    </div>
  );
}

function DriverCells({ driver, buttons, approval }: DriverContentProps) {
  const breakpoint = useBreakpoint();
  return (
    <tr className="border-b border-line hover:bg-surface">
      <th scope="row" className="py-2 pr-2 pl-4 text-left font-normal">
        <DriverName driver={driver}>
          {breakpoint === 'table' && <DriverRating driver={driver} />}
          {approval}
        </DriverName>
      </th>
      {driverColumns.map(({ field, className, show }) => (
        <td key={field} className={className}>
          {show(driver)}
        </td>
      ))}
      {breakpoint === 'wide' && (
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
