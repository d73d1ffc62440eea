import { getTrip, type Trip } from '../../data/trips/trips.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ActButtons } from '../parts/record/acts.tsx';
import { RecordPage } from '../parts/record/RecordPage.tsx';
import type { SectionProps } from '../parts/section.ts';
import { TripStateBadge } from './columns.tsx';
import { TellDrivers } from './TellDrivers.tsx';
import { TripDialog, useTripActs } from './TripActs.tsx';
import { TripAssigned, TripFacts, TripTimeline } from './TripFacts.tsx';
import { TripForm } from './TripForm.tsx';
import { TripNeeds } from './TripNeeds.tsx';
import { TripLink, TripRatings, TripReply } from './TripReply.tsx';
import { PayDialog, TripPayments } from './cash/TripPayments.tsx';
import { returnOf } from './tripValues.ts';
import { useTripWords } from './tripWords.ts';

/** The states in which a trip can have been paid. */
const hasBegun: ReadonlySet<Trip['state']> = new Set(['on_way', 'waiting', 'on_board', 'done']);

type TripPageProps = Pick<SectionProps, 'location'>;

/** One trip: its state and acts, what it needs, who travels, driver and vehicle, reply and history. */
export function TripPage(props: TripPageProps) {
  const { name } = useTripWords();
  return (
    <RecordPage
      name="trips"
      read={getTrip}
      titleOf={(trip: Trip) => `${trip.code} · ${name(trip)}`}
      renderAside={({ state }) => <TripStateBadge state={state} />}
    >
      {(trip) => <Content key={trip.id} trip={trip} {...props} />}
    </RecordPage>
  );
}

function Content({ trip, location }: TripPageProps & { readonly trip: Trip }) {
  const { moreActions } = useNamespace('admin');
  const { acts, errorText } = useTripActs(trip);
  const { act, close } = location;
  return (
    <>
      <ActButtons acts={acts} moreLabel={moreActions(trip.code)} />
      {errorText && <Notice tone="error">{errorText}</Notice>}
      <TripNeeds trip={trip} />
      <TripFacts trip={trip} />
      <TripAssigned trip={trip} />
      <TripReply trip={trip} />
      <TripLink trip={trip} />
      {hasBegun.has(trip.state) && <TripPayments trip={trip} />}
      {hasBegun.has(trip.state) && <TripRatings trip={trip} />}
      <TripTimeline trip={trip} />
      <TripDialog act={act} trip={trip} />
      {act === 'edit' && <TripForm trip={trip} onClose={close} />}
      {act === 'return' && <TripForm trip={null} initial={returnOf(trip)} onClose={close} />}
      {act === 'pay' && <PayDialog trip={trip} onClose={close} />}
      {act === 'tell' && trip.day !== null && <TellDrivers day={trip.day} onClose={close} />}
    </>
  );
}
