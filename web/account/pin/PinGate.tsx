import { useState, useSyncExternalStore } from 'react';
import { useAction } from '../../forms/useAction.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { every } from '../../util/time/every.ts';
import { PasswordGate } from '../PasswordGate.tsx';
import { checkPin, pinWait } from './pin.ts';
import { PinPad } from './PinPad.tsx';

export interface PinGateProps {
  readonly userId: string;
  /** The address of the account, whose password opens too. */
  readonly email: string;
  readonly onOpen: () => void;
}

/** As `1:05`. */
function formatWait(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const everyHalfSecond = every(500);

/** Opens to the driver's PIN, or to the password of the account if the PIN is forgotten. */
export function PinGate({ userId, email, onOpen }: PinGateProps) {
  const { pin: t } = useNamespace('kiosk');
  const { errors } = useMessages();
  const [forgotten, setForgotten] = useState(false);
  const seconds = useSyncExternalStore(everyHalfSecond, () => Math.ceil(pinWait(userId) / 1_000));
  const check = useAction(
    async (pin: string) => {
      const isRight = await checkPin(userId, pin);
      if (isRight) onOpen();
      return isRight;
    },
    { unknown: errors.general },
  );
  const wrong = check.result === false ? t.wrong : undefined;
  const problem = seconds > 0 ? t.wait(formatWait(seconds)) : (check.errorText ?? wrong);

  if (forgotten) return <PasswordGate email={email} onOpen={onOpen} />;
  return (
    <div className="flex flex-col gap-4 low:gap-2">
      {problem !== undefined && <Notice tone="error">{problem}</Notice>}
      <PinPad title={t.enter} busy={check.busy} blocked={seconds > 0} onEnter={check.run} />
      <Button variant="quiet" onClick={() => setForgotten(true)} className="-mb-2">
        {t.forgot}
      </Button>
    </div>
  );
}
