import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { getVehicle, type ListedVehicle } from '../../data/vehicles/vehicles.ts';
import { Plate } from '../../components/Plate.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { DevicesCard } from '../devices/DevicesCard.tsx';
import { DocumentsCard } from '../documents/DocumentsCard.tsx';
import { PageActs, type RecordAct } from '../parts/record/acts.tsx';
import { RecordPage } from '../parts/record/RecordPage.tsx';
import { sectionAddress, type SectionProps } from '../parts/section.ts';
import { PapersCard } from '../printing/PapersCard.tsx';
import { ReviewsCard } from '../reviews/ReviewsCard.tsx';
import { ShiftsCard } from '../shifts/ShiftsCard.tsx';
import { RecordFacts } from '../tickets/RecordFacts.tsx';
import { Name, ShiftState, Space, type VehicleProps } from './columns.tsx';
import { VehicleEditor } from './VehicleForms.tsx';

interface VehiclePageProps extends Pick<SectionProps, 'location' | 'onDone'> {
  readonly acts: readonly RecordAct<ListedVehicle>[];
}

/** Everything about a vehicle: who drives it, what is known of it, documents, shifts, reviews, tablets, printed papers. */
export function VehiclePage(props: VehiclePageProps) {
  return (
    <RecordPage name="vehicles" read={getVehicle} titleOf={({ license_plate: plate }) => plateInPairs(plate)}>
      {(vehicle) => <Content vehicle={vehicle} {...props} />}
    </RecordPage>
  );
}

type ContentProps = VehiclePageProps & VehicleProps;

function Content(props: ContentProps) {
  const { vehicle, acts, location, onDone } = props;
  const t = useNamespace('vehicles');
  const { moreActions } = useNamespace('admin');
  const { id, license_plate: plate } = vehicle;
  const saved = (written: string) => {
    location.close();
    onDone(t.saved(plateInPairs(written)));
  };
  return (
    <>
      <PageActs row={vehicle} acts={acts} moreLabel={moreActions(plateInPairs(plate))} />
      {location.act === 'edit' ? (
        <VehicleEditor vehicle={vehicle} onCancel={location.close} onSaved={saved} />
      ) : (
        <Facts {...props} />
      )}
      <div className="columns-[24rem] gap-4 *:mb-4">
        <DocumentsCard owner="vehicle" id={id} onDone={onDone} />
        <ShiftsCard of={{ search: plate }} />
        <ReviewsCard of={{ vehicle: id }} />
        <DevicesCard owner="vehicle" />
        <PapersCard owner="vehicle" />
      </div>
    </>
  );
}

function Facts({ vehicle }: ContentProps) {
  const t = useNamespace('vehicles');
  const { shift, drivers, seats, bags } = vehicle;
  const facts = [
    [
      t.now,
      shift ? (
        <span key="now" className="flex flex-wrap items-center gap-x-3">
          <DriverLink id={shift.driver_id}>{shift.name}</DriverLink>
          <ShiftState vehicle={vehicle} />
        </span>
      ) : (
        t.free
      ),
    ],
    [t.fields.license_plate, <Plate key="plate" variant="tag" plate={vehicle.license_plate} />],
    [t.vehicle, <Name key="name" vehicle={vehicle} />],
    [t.space, (seats ?? bags) !== null && <Space key="space" vehicle={vehicle} />],
    [t.fields.registration_number, vehicle.registration_number],
    [
      t.drivers,
      <span key="drivers" className="flex flex-wrap items-center gap-x-4">
        {drivers.length === 0 && <span>{t.everybody}</span>}
        {drivers.map(({ id, name }) => (
          <DriverLink key={id} id={id}>
            {name}
          </DriverLink>
        ))}
      </span>,
    ],
  ] as const;
  return <RecordFacts facts={facts} />;
}

/** The name of a driver, which leads to their page. */
function DriverLink({ id, children }: { readonly id: string | null; readonly children: ReactNode }) {
  if (id === null) return children;
  return (
    <Link
      href={sectionAddress('drivers', { record: id })}
      className="inline-flex min-h-11 items-center font-semibold underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}
