import { LogOut, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { hasPin } from '../account/pin/pin.ts';
import { PinGate } from '../account/pin/PinGate.tsx';
import { CompanyName } from '../components/CompanyName.tsx';
import type { Driver } from '../data/drivers/drivers.ts';
import { driverAtWheel } from '../data/shifts/driverAtWheel.ts';
import { isPhoneScreen } from '../device/phoneScreen.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { userOf } from '../session/machine.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { FirstPin } from '../shift/FirstPin.tsx';
import { useOpenShift } from '../shift/openShift.ts';
import { SignOutQuestion } from '../shift/SignOutQuestion.tsx';
import { useSignOut } from '../shift/useSignOut.ts';
import { Button } from '../ui/Button.tsx';
import { linkClass, linkVariants } from '../ui/linkStyles.ts';
import OwnTrips from './OwnTrips.tsx';

/** The driver's trips on the driver's own phone. It is no tablet: it sends no heartbeat, and no passenger sits behind it. */
export default function TripsScreen({ driver }: { readonly driver: Driver }) {
  const { id: userId = '', email = '' } = userOf(useSession().state) ?? {};
  const shown = driverAtWheel(driver, useOpenShift(driver.id));
  const { common } = useMessages();
  const t = useNamespace('ownTrips');
  const signOut = useSignOut(driver.id);
  // A tablet, or a device with a PIN, is one that passengers sit behind, whatever its address.
  const [isOpen, setOpen] = useState(() => isPhoneScreen() && !hasPin(userId));
  const [leaves, setLeaves] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  return (
    <div className="flex min-h-page flex-col">
      <header className="bg-night px-5 py-4 text-snow">
        <p className="text-small text-haze">
          <CompanyName />
        </p>
        <h1 className="headline text-title leading-tight">{t.title}</h1>
        <p className="text-small text-mist">{shown.name}</p>
      </header>
      <main className="mx-auto flex w-full max-w-xl flex-1 flex-col gap-5 px-4 py-5">
        {isOpen ? (
          <OwnTrips driver={shown} />
        ) : hasPin(userId) ? (
          <PinGate userId={userId} email={email} onOpen={() => setOpen(true)} />
        ) : (
          <FirstPin onSaved={() => setOpen(true)} />
        )}
      </main>
      <footer className="mx-auto flex w-full max-w-xl flex-col gap-3 px-4 pb-6">
        {leaves ? (
          <SignOutQuestion
            driverId={driver.id}
            busy={isLeaving}
            onConfirm={() => {
              setLeaving(true);
              void signOut();
            }}
            onBack={() => setLeaves(false)}
          />
        ) : (
          <>
            <a href="/" className={`${linkClass} ${linkVariants.secondary}`}>
              <Smartphone size={22} aria-hidden="true" />
              {t.passengerScreen}
            </a>
            <Button
              variant="quiet"
              icon={<LogOut size={22} aria-hidden="true" />}
              onClick={() => setLeaves(true)}
            >
              {common.signOut}
            </Button>
          </>
        )}
      </footer>
    </div>
  );
}
