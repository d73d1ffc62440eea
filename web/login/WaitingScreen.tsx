import { Hourglass } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { watchChanges } from '../data/changes.ts';
import { getDriver, type Driver } from '../data/drivers.ts';
import { EntranceFrame } from './EntranceFrame.tsx';
import { useArea } from '../i18n/areas.ts';
import { describeError } from '../i18n/describeError.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Plate } from '../ui/Plate.tsx';

/** Where changes are not announced (no websocket), the record is read this often. In milliseconds. */
const interval = 30_000;

/** For a driver whom the company has not approved yet. It gives way to the home screen by itself. */
export default function WaitingScreen({ driver }: { readonly driver: Driver }) {
  const { common, errors } = useWords();
  const t = useArea('waiting');
  const { state, setDriver, signOut } = useSession();
  const [checking, setChecking] = useState(false);
  const [answer, setAnswer] = useState<'waiting' | { readonly error: unknown } | null>(null);
  const { id } = driver;

  const look = useEffectEvent(async () => {
    const current = await getDriver(id);
    if (current?.approved && state.status === 'driver') setDriver(state.user, current);
  });
  useEffect(() => watchChanges([{ table: 'drivers', filter: `id=eq.${id}` }], () => look()), [id]);
  useEffect(() => {
    // Without an answer the next look comes soon.
    const timer = setInterval(() => void look().catch(() => undefined), interval);
    return () => clearInterval(timer);
  }, []);

  const check = async () => {
    setChecking(true);
    setAnswer(null);
    try {
      const current = await getDriver(id);
      if (current?.approved && state.status === 'driver') setDriver(state.user, current);
      else setAnswer('waiting');
    } catch (error) {
      setAnswer({ error });
    } finally {
      setChecking(false);
    }
  };

  return (
    <EntranceFrame>
      <Hourglass size={44} aria-hidden="true" className="text-accent" />
      <h2 className="headline mt-4 text-title">{t.title}</h2>
      <p className="mt-3 text-lead">{t.text}</p>
      <p className="mt-3 text-ink-soft">{t.contact}</p>
      <div className="mt-6 flex flex-wrap items-center gap-4">
        <Plate value={driver.license_plate} label={common.licensePlate} />
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">{driver.name}</span>
      </div>
      <Button busy={checking} onClick={() => void check()} className="mt-8 w-full">
        {t.check}
      </Button>
      <div aria-live="polite">
        {answer !== null && (
          <Notice tone={answer === 'waiting' ? 'info' : 'error'} className="mt-4">
            {answer === 'waiting' ? t.still : describeError(answer.error, errors)}
          </Notice>
        )}
      </div>
      <Button variant="quiet" onClick={() => void signOut()} className="mt-3 w-full">
        {common.signOut}
      </Button>
    </EntranceFrame>
  );
}
