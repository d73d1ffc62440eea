import { getTrip, type Trip } from '../../data/trips/trips.ts';
import { RecordPage } from '../parts/record/RecordPage.tsx';
import type { SectionProps } from '../parts/section.ts';
import { TripReply } from './TripReply.tsx';

type TripPageProps = Pick<SectionProps, 'location' | 'onDone'>;

/** One trip. */
export function TripPage({ onDone }: TripPageProps) {
  return (
    <RecordPage name="trips" read={getTrip} titleOf={({ code }: Trip) => code}>
      {(trip) => <TripReply trip={trip} onDone={onDone} />}
    </RecordPage>
  );
}
