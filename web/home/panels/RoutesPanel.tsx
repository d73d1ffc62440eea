import { popularRoutes } from '../../content/info.ts';
import { formatPesos } from '../../content/pesos.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { PanelProps } from '../panels.ts';
import { BookingActions } from './BookingActions.tsx';
import { FactRow, Facts } from './Facts.tsx';

/** The popular routes, each with its price and a way to book it. */
export default function RoutesPanel({ driver }: PanelProps) {
  const { info, booking } = useNamespace('panels');
  const { routes, minutes } = info;
  return (
    <>
      <p className="pb-1 text-ink-soft">{routes.intro}</p>
      <Facts>
        {popularRoutes.map((route) => {
          const name = route.district ?? routes.downtown;
          const price = formatPesos(route.pesos);
          return (
            <FactRow
              key={route.pesos}
              mark={<Minutes minutes={route.minutes} label={minutes(route.minutes)} />}
              title={name}
              value={price}
            >
              <div className="mt-3 sm:pl-21">
                <BookingActions name={name} message={booking.route(name, price, driver.driver_code)} quiet />
              </div>
            </FactRow>
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
