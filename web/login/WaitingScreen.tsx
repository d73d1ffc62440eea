import { Hourglass } from 'lucide-react';
import { Plate } from '../components/Plate.tsx';
import { getDriver, type Driver } from '../data/drivers/drivers.ts';
import { useChanges } from '../data/useChanges.ts';
import { useAction } from '../forms/useAction.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { CallCompany } from '../components/CallCompany.tsx';
import { Optional } from '../ui/Boundary.tsx';
import { Button } from '../ui/Button.tsx';
import { focusIfLost } from '../ui/focusOnMount.ts';
import { Notice } from '../ui/Notice.tsx';
import { EntranceFrame, SignOutButton } from './EntranceFrame.tsx';

/** The record is read this often as well, for networks without websockets. */
const intervalMs = 30_000;

/** For a driver whom the company has not approved yet. The home screen replaces it by itself. */
export default function WaitingScreen({ driver }: { readonly driver: Driver }) {
  const t = useNamespace('waiting');
  const { state, setDriver } = useSession();

  /** @returns whether the driver still waits */
  const poll = async (): Promise<boolean> => {
    const current = await getDriver(driver.id);
    if (!current?.approved || state.status !== 'driver') return true;
    setDriver(state.user, current);
    return false;
  };
  useChanges(
    [{ table: 'drivers', filter: `id=eq.${driver.id}` }],
    async () => void (await poll()),
    intervalMs,
  );
  const check = useAction(poll);

  return (
    <EntranceFrame>
      <Hourglass size={44} className="text-accent" />
      <h2 ref={focusIfLost} tabIndex={-1} className="headline mt-4 text-title outline-none">
        {t.title}
      </h2>
      <p className="mt-3 text-lead">{t.text}</p>
      <p className="mt-3 text-ink-soft">{t.contact}</p>
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <Plate plate={driver.license_plate} />
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{driver.name}</span>
      </div>
      <Button busy={check.busy} onClick={() => check.run()} className="mt-8 w-full">
        {t.check}
      </Button>
      <div aria-live="polite">
        {check.result && (
          <Notice tone="info" className="mt-4">
            {t.still}
          </Notice>
        )}
        {check.errorText && (
          <Notice tone="error" className="mt-4">
            {check.errorText}
          </Notice>
        )}
      </div>
      <SignOutButton />
      <Optional>
        <CallCompany />
      </Optional>
    </EntranceFrame>
  );
}
