import { useEffect, useState } from 'react';
import { PasswordGate } from '../PasswordGate.tsx';
import { useArea } from '../../i18n/areas.ts';
import { checkPin, pinWait } from './pin.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PinPad } from './PinPad.tsx';

export interface PinGateProps {
  readonly userId: string;
  /** The address of the account, whose password opens too. */
  readonly email: string;
  readonly onOpen: () => void;
}

/** As `1:05`. */
function formatWait(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Opens to the driver's PIN, or to the password of the account for who has forgotten it. */
export function PinGate({ userId, email, onOpen }: PinGateProps) {
  const { pin: t } = useArea('kiosk');
  const [checking, setChecking] = useState(false);
  const [wrong, setWrong] = useState(false);
  const [wait, setWait] = useState(() => pinWait(userId));
  const [forgotten, setForgotten] = useState(false);
  const waiting = wait > 0;

  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => setWait(pinWait(userId)), 500);
    return () => clearInterval(timer);
  }, [waiting, userId]);

  const enter = async (pin: string) => {
    setChecking(true);
    setWrong(false);
    const right = await checkPin(userId, pin);
    setChecking(false);
    setWait(pinWait(userId));
    if (right) onOpen();
    else setWrong(true);
  };

  if (forgotten) return <PasswordGate email={email} onOpen={onOpen} />;
  return (
    <div className="flex flex-col gap-4">
      <PinPad title={t.enter} busy={checking} blocked={waiting} onEnter={(pin) => void enter(pin)} />
      {waiting ? (
        <Notice tone="error">{t.wait(formatWait(wait))}</Notice>
      ) : (
        wrong && <Notice tone="error">{t.wrong}</Notice>
      )}
      <Button variant="quiet" onClick={() => setForgotten(true)} className="-mb-2">
        {t.forgot}
      </Button>
    </div>
  );
}
