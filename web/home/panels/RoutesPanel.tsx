import { CalendarClock, CarFront, Hourglass, PlaneLanding, PlaneTakeoff } from 'lucide-react';
import {
  airportToCentreMinutes,
  gates,
  maximumReturnWaitMinutes,
  popularRoutes,
} from '../../content/info.ts';
import { formatPesos } from '../../content/pesos.ts';
import type { Driver } from '../../data/drivers.ts';
import { useArea } from '../../i18n/areas.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import { WhatsappLink } from '../../components/WhatsappLink.tsx';
import { BookingActions } from './BookingActions.tsx';
import { Fact, factIcon, Facts } from './Facts.tsx';

export type InfoTopic = 'airport' | 'routes' | 'return';

export interface InfoPanelProps {
  readonly topic: InfoTopic;
  readonly driver: Driver;
}

/** The panels that inform, and the popular routes, which can be booked. */
export default function InfoPanel({ topic, driver }: InfoPanelProps) {
  switch (topic) {
    case 'airport':
      return <Airport />;
    case 'routes':
      return <PopularRoutes driverCode={driver.driver_code} />;
    default:
      return <Return driverCode={driver.driver_code} />;
  }
}

function Airport() {
  const { info } = useArea('panels');
  const { toCentre, domestic, international } = info.airport;
  return (
    <Facts>
      <Fact mark={<CarFront {...factIcon} />} {...toCentre} value={info.minutes(airportToCentreMinutes)} />
      <Fact mark={<PlaneTakeoff {...factIcon} />} {...domestic} value={info.gate(gates.domestic)} />
      <Fact mark={<PlaneLanding {...factIcon} />} {...international} value={info.gate(gates.international)} />
    </Facts>
  );
}

function PopularRoutes({ driverCode }: { driverCode: string }) {
  const { info, booking } = useArea('panels');
  const { routes, minutes } = info;
  return (
    <>
      <p className="pb-1 text-ink-soft">{routes.intro}</p>
      <Facts>
        {popularRoutes.map((route) => {
          const name = route.district ?? routes.downtown;
          const price = formatPesos(route.pesos);
          return (
            <Fact
              key={route.pesos}
              mark={<Minutes minutes={route.minutes} label={minutes(route.minutes)} />}
              title={name}
              value={price}
            >
              <div className="mt-3 sm:pl-21">
                <BookingActions name={name} message={booking.route(name, price, driverCode)} quiet />
              </div>
            </Fact>
          );
        })}
      </Facts>
      <p className="mt-4 border-t border-line pt-4 text-small text-ink-soft">{routes.currency}</p>
    </>
  );
}

function Minutes({ minutes, label }: { minutes: number; label: string }) {
  return (
    <>
      <span aria-hidden="true" className="flex flex-col items-center">
        <span className="headline text-[1.375rem] leading-none tabular-nums">{minutes}</span>
        <span className="text-small leading-none font-semibold">min</span>
      </span>
      <span className="sr-only">{label}</span>
    </>
  );
}

function Return({ driverCode }: { driverCode: string }) {
  const { home } = useWords();
  const { info } = useArea('panels');
  const { service, wait, ask } = info.return;
  return (
    <>
      <Facts>
        <Fact mark={<CalendarClock {...factIcon} />} {...service} value="24/7" />
        <Fact mark={<Hourglass {...factIcon} />} {...wait} value={info.minutes(maximumReturnWaitMinutes)} />
      </Facts>
      <WhatsappLink message={home.returnMessage(driverCode)} label={ask} className="mt-6 w-full" />
    </>
  );
}
