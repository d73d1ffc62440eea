import { BadgeCheck, CarFront } from 'lucide-react';
import { useState } from 'react';
import { approveDriver, type ListedDriver } from '../../data/drivers/driverRecords.ts';
import { isVerified, driverStateOf } from '../../data/drivers/driverState.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { ManyButton } from '../parts/list/ManyButton.tsx';
import { PrintButton } from '../printing/PrintButton.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import type { Selection } from '../parts/list/useSelection.ts';
import { AssignDialog } from './AssignDialog.tsx';

export interface DriverSelectionProps extends Pick<SectionProps, 'onDone'> {
  readonly selection: Selection<ListedDriver>;
}

/** Actions on the ticked drivers. */
export function DriverSelection({ selection, onDone }: DriverSelectionProps) {
  const { driverList: t, manyDrivers } = useNamespace('admin');
  const format = useFormat();
  const [isAssigning, setAssigning] = useState(false);
  return (
    <>
      <ManyButton
        selection={selection}
        isFor={(driver) => driverStateOf(driver) === 'waiting'}
        change={({ id }) => approveDriver(id)}
        nameOf={({ name }) => name}
        describe={(approved) => {
          const active = approved.filter(isVerified).length;
          const invited = approved.length - active;
          return [
            active > 0 && manyDrivers.activated(active, format.count(active)),
            invited > 0 && manyDrivers.invited(invited, format.count(invited)),
          ]
            .filter(Boolean)
            .join(' ');
        }}
        icon={<BadgeCheck size={20} />}
        onDone={onDone}
      >
        {t.activate}
      </ManyButton>
      <Button
        size="compact"
        variant="secondary"
        icon={<CarFront size={20} />}
        disabled={selection.chosen.every((driver) => driverStateOf(driver) === 'left')}
        onClick={() => setAssigning(true)}
      >
        {manyDrivers.assign}
      </Button>
      <PrintButton
        subjects={selection.chosen
          .filter((driver) => driverStateOf(driver) !== 'left')
          .map(({ id, name, license_plate: plate }) => ({ driver: id, name, plate: plate ?? '' }))}
      />
      {isAssigning && (
        <AssignDialog selection={selection} onDone={onDone} onClose={() => setAssigning(false)} />
      )}
    </>
  );
}
