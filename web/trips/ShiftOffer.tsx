import { lazy, Suspense, useState } from 'react';
import type { DriverAtWheel } from '../data/shifts/driverAtWheel.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { Spinner } from '../ui/Spinner.tsx';

const ShiftPanel = lazy(() => import('../shift/ShiftPanel.tsx'));

interface ShiftOfferProps {
  readonly driver: DriverAtWheel;
  /** The driver has taken a vehicle, or goes on without. */
  readonly onSettled: () => void;
}

/** Offers to begin the shift before the first trip of the day. The trip does not depend on it. */
export function ShiftOffer({ driver, onSettled }: ShiftOfferProps) {
  const t = useNamespace('ownTrips');
  const { common } = useMessages();
  const [begins, setBegins] = useState(false);
  return (
    <section aria-label={t.beginShift} className="flex flex-col gap-3">
      <p className="font-semibold">{t.noShift}</p>
      {begins ? (
        <Suspense fallback={<Spinner label={common.loading} size={44} className="text-accent" />}>
          <ShiftPanel driver={driver} onClose={onSettled} />
        </Suspense>
      ) : (
        <Button onClick={() => setBegins(true)}>{t.beginShift}</Button>
      )}
      <Button variant="secondary" onClick={onSettled}>
        {t.withoutShift}
      </Button>
    </section>
  );
}
