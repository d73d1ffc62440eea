import { PriceFacts } from '../../components/PriceFacts.tsx';
import { TourList, type TourListProps } from '../../components/TourList.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useSay } from '../../i18n/Text.tsx';
import { useTablet } from '../../ui/useTablet.ts';
import type { PanelProps } from '../panelProps.ts';
import { referenceOf } from '../referenceOf.ts';
import { BookingActions } from './booking/BookingActions.tsx';
import { TourPosters } from './TourPosters.tsx';

/** The tours, each with a way to book it. */
export default function ToursPanel({ driver }: PanelProps) {
  const { booking } = useNamespace('panels');
  const say = useSay();
  const device = useTablet();
  const renderAction: TourListProps['renderAction'] = (tour) => {
    const name = say(tour.name);
    return <BookingActions name={name} message={booking.tour(name, referenceOf(driver))} />;
  };
  return (
    <>
      {device ? <TourPosters renderAction={renderAction} /> : <TourList renderAction={renderAction} />}
      <PriceFacts
        vehicleClass={driver.vehicle?.class}
        className="mt-4 text-caption tablet:mt-1.5 tablet:-mb-5 tablet:leading-tight"
      />
    </>
  );
}
