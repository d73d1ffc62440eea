import { useState } from 'react';
import { useArea } from '../../i18n/areas.ts';
import { hasPin, isGuessable, removePin, setPin } from './pin.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PinPad } from './PinPad.tsx';

/** Sets, changes and removes the PIN of this account on this device. Stands behind `PinGate` or the password. */
export function PinSettings({ userId }: { readonly userId: string }) {
  const { pin: t } = useArea('kiosk');
  const [choosing, setChoosing] = useState(() => !hasPin(userId));
  const [first, setFirst] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);

  const start = () => {
    setChoosing(true);
    setDone(null);
  };
  const remove = () => {
    removePin();
    setDone(t.removed);
  };
  const choose = (pin: string) => {
    setProblem(isGuessable(pin) ? t.guessable : null);
    setFirst(isGuessable(pin) ? null : pin);
  };
  const repeat = async (pin: string) => {
    setFirst(null);
    if (pin !== first) {
      setProblem(t.different);
      return;
    }
    setBusy(true);
    await setPin(userId, pin);
    setBusy(false);
    setChoosing(false);
    setDone(t.saved);
  };

  if (choosing)
    return (
      <div className="flex flex-col gap-4">
        <PinPad
          key={first === null ? 'choose' : 'repeat'}
          title={first === null ? t.choose : t.repeat}
          busy={busy}
          onEnter={(pin) => void (first === null ? choose(pin) : repeat(pin))}
        />
        {problem !== null && <Notice tone="error">{problem}</Notice>}
        <p className="text-center text-small text-ink-soft">{t.explanation}</p>
      </div>
    );
  return (
    <div className="flex flex-col gap-3">
      {done !== null && <Notice tone="success">{done}</Notice>}
      <p className="mb-2 text-ink-soft">{t.explanation}</p>
      <Button onClick={start}>{hasPin(userId) ? t.change : t.choose}</Button>
      {hasPin(userId) && (
        <Button variant="secondary" onClick={remove}>
          {t.remove}
        </Button>
      )}
    </div>
  );
}
