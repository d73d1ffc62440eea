import { useState } from 'react';
import { PriceFacts } from '../../components/PriceFacts.tsx';
import { NightPrice, PricesNote, ShownPrice, usePricedRoutes } from '../../components/prices.tsx';
import { formatPesos } from '../../../shared/content/pesos.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Text, useSay } from '../../i18n/Text.tsx';
import type { PanelProps } from '../panelProps.ts';
import { referenceOf } from '../referenceOf.ts';
import { BookingActions } from './booking/BookingActions.tsx';
import { FactRow, Facts } from './Facts.tsx';
import { PaymentActions } from './booking/PaymentActions.tsx';
import { TripButton, TripCode } from './booking/TripCode.tsx';

/** The popular routes, each with its price and a way to book it. */
export default function RoutesPanel({ driver }: PanelProps) {
  const { info } = useNamespace('panels');
  const routes = usePricedRoutes();
  const [isDetailed, setDetailed] = useState(false);
  if (isDetailed) return <TripCode onBack={() => setDetailed(false)} />;
  // On a tablet the routes leave no room below them.
  const details = <TripButton onOpen={() => setDetailed(true)} />;
  return (
    <>
      <div className="flex items-center justify-between gap-4 pb-1 tablet:pb-3">
        <p className="text-ink-soft">{info.routes.intro}</p>
        <div className="hidden tablet:block">{details}</div>
      </div>
      <Facts cards="grid">
        {routes.map((priced) => (
          <RouteRow key={priced.route.id} {...priced} driver={driver} />
        ))}
      </Facts>
      <div className="mt-4 border-t border-line pt-4 text-caption text-ink-soft tablet:mt-3 tablet:border-t-0 tablet:pt-0">
        <PriceFacts
          vehicleClass={driver.vehicle?.class}
          className="pb-1 text-ink tablet:pb-0 tablet:portrait:-mt-2 tablet:leading-tight"
        />
        <p>
          <PricesNote />
        </p>
      </div>
      <div className="mt-4 flex tablet:hidden">{details}</div>
    </>
  );
}

type RouteRowProps = ReturnType<typeof usePricedRoutes>[number] & Pick<PanelProps, 'driver'>;

function RouteRow({ route, price, driver }: RouteRowProps) {
  const { info, booking } = useNamespace('panels');
  const say = useSay();
  const { name, minutes, note, paymentLink } = route;
  const title = say(name);
  return (
    <FactRow
      mark={<Minutes minutes={minutes} label={info.minutes(minutes)} />}
      title={<Text words={name} />}
      line={
        (price?.night !== undefined || note) && (
          <>
            <span className="block empty:hidden tablet:text-figure tablet:leading-tight">
              <NightPrice price={price} />
            </span>
            {note && <Text words={note} />}
          </>
        )
      }
      value={<ShownPrice price={price} />}
    >
      <div className="mt-3 sm:pl-21 tablet:mt-0 tablet:pl-0">
        <BookingActions
          name={title}
          message={booking.route(title, price && formatPesos(price.pesos), referenceOf(driver))}
          facts={
            <>
              {info.minutes(minutes)} · <ShownPrice price={price} />
            </>
          }
          quiet
        />
        {paymentLink && (
          <div className="mt-2">
            <PaymentActions url={paymentLink} name={title} />
          </div>
        )}
      </div>
    </FactRow>
  );
}

function Minutes({ minutes, label }: { minutes: number; label: string }) {
  return (
    <>
      <span aria-hidden="true" className="flex flex-col items-center">
        <span className="headline text-[1.375rem] leading-none tabular-nums tablet:text-[2.25rem]">
          {minutes}
        </span>
        <span className="text-small leading-none font-semibold">min</span>
      </span>
      <span className="sr-only">{label}</span>
    </>
  );
}
