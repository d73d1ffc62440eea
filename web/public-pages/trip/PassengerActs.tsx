import { CalendarClock, PlaneLanding } from 'lucide-react';
import { lazy } from 'react';
import { WhatsappLink } from '../../components/WhatsappLink.tsx';
import { useCompany } from '../../content/ContentProvider.tsx';
import type { PassengersTrip } from '../../data/trips/tripPage.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useSay } from '../../i18n/Text.tsx';
import { Optional } from '../../ui/Boundary.tsx';
import { useDialog } from '../../ui/useDialog.ts';
import { PageButton } from '../PageButton.tsx';
import { ShareButton } from '../ShareButton.tsx';
import { isExpected } from './TripDriverCard.tsx';
import type { TripPartProps } from './useTripPage.ts';

const DelayDialog = lazy(() => import('./DelayDialog.tsx'));

/** Writes to the company, tells it that the flight is late, keeps the trip, and passes it on. */
export function PassengerActs(part: TripPartProps) {
  const { trip, secret } = part;
  const t = useNamespace('tripPage');
  const { name: company } = useCompany();
  const delay = useDialog();
  const { state, code, direction } = trip;
  const isAhead = state === 'requested' || isExpected(state);
  const hasOwnPrimary = state === 'done' || (state === 'waiting' && trip.driver?.license_plate);
  return (
    <div className="flex flex-col gap-3">
      <WhatsappLink
        message={t.message(code)}
        label={t.whatsapp}
        variant={hasOwnPrimary ? 'secondary' : 'primary'}
      />
      {isAhead && direction === 'from' && (
        <>
          <PageButton variant="secondary" icon={PlaneLanding} onClick={delay.show}>
            {t.delay.open}
          </PageButton>
          {delay.open && (
            <Optional>
              <DelayDialog {...part} onClose={delay.close} />
            </Optional>
          )}
        </>
      )}
      {isAhead && trip.day !== null && <CalendarButton trip={trip} />}
      {(isAhead || state === 'on_board') && (
        <ShareButton
          variant="secondary"
          label={t.share.button}
          title={t.share.title}
          text={t.share.text(company)}
          url={`${window.location.origin}/trip#${secret}`}
        />
      )}
    </div>
  );
}

function CalendarButton({ trip }: { readonly trip: PassengersTrip }) {
  const t = useNamespace('tripPage');
  const say = useSay();
  const { name: company } = useCompany();
  const { code, day, clock, pickup_at: pickup, minutes, direction, place, flight } = trip;
  const save = async () => {
    const [{ calendarOf, calendarType }, { downloadText }] = await Promise.all([
      import('../../../shared/booking/calendar.ts'),
      import('../../util/download.ts'),
    ]);
    const event = {
      uid: `${code}@${window.location.host}`,
      // Grows with each file, so that a later one replaces this one.
      sequence: Math.floor(Date.now() / 60_000),
      date: day ?? '',
      time: clock ?? '',
      ...(pickup !== null && { start: new Date(pickup) }),
      minutes,
      title: `${t.titles[direction]} · ${company}`,
      place: direction === 'from' ? t.airport : place ? say(place) : '',
      notes: [t.code(code), flight !== null && t.flight(flight)].filter(Boolean).join('\n'),
    };
    downloadText(calendarOf([event], new Date()), `${code}.ics`, calendarType);
  };
  return (
    <PageButton variant="secondary" icon={CalendarClock} onClick={() => void save()}>
      {t.calendar}
    </PageButton>
  );
}
