import { useQuery } from '@tanstack/react-query';
import { TourList } from '../../components/TourList.tsx';
import { listPublicTours } from '../../data/publicTours.ts';
import { Queries } from '../../data/Queries.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
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
  const { common } = useMessages();
  const { booking } = useNamespace('panels');
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
  return (
    <TourList
      rows={data}
      renderAction={({ name }) => <BookingActions name={name} message={booking.tour(name, driverCode)} />}
    />
  );
}
