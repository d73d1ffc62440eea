import { useQuery } from '@tanstack/react-query';
import { TourCard } from '../../components/TourCard.tsx';
import { fallbackTours, translateTour } from '../../content/tours.ts';
import { listPublicTours } from '../../data/publicTours.ts';
import { Queries } from '../../data/Queries.tsx';
import { useArea } from '../../i18n/areas.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import type { PanelProps } from '../panels.ts';
import { BookingActions } from './BookingActions.tsx';

/** The tours of the database; the built-in ones when there are none or they cannot be loaded. */
export default function ToursPanel({ driver }: PanelProps) {
  return (
    <Queries>
      <Tours driverCode={driver.driver_code} />
    </Queries>
  );
}

function Tours({ driverCode }: { driverCode: string }) {
  const { common } = useWords();
  const { booking } = useArea('panels');
  const words = useArea('tours');
  const { data, isPending } = useQuery({
    queryKey: ['tours'],
    queryFn: listPublicTours,
    networkMode: 'always',
    retry: false,
  });

  if (isPending)
    return (
      <div className="flex min-h-96 items-center justify-center text-accent">
        <Spinner label={common.loading} size={40} />
      </div>
    );
  const tours = data?.length ? data.map((tour) => translateTour(tour, words)) : fallbackTours(words);
  return (
    <ul className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
      {tours.map((tour) => (
        <li key={tour.id}>
          <TourCard tour={tour}>
            <BookingActions name={tour.name} message={booking.tour(tour.name, driverCode)} />
          </TourCard>
        </li>
      ))}
    </ul>
  );
}
