import { useState } from 'react';
import { getEnvironment } from '../../data/environment.ts';
import { useAction } from '../../forms/useAction.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { hasPin, isGuessable, removePin, setPin } from './pin.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PinPad } from './PinPad.tsx';

/** Sets, changes and removes the PIN of this account on this device. Shown only after `PinGate` or the password. */
export function PinSettings({ userId }: { readonly userId: string }) {
  const { pin: t } = useNamespace('kiosk');
  const [choosing, setChoosing] = useState(() => !hasPin(userId));
  const [done, setDone] = useState<string | null>(null);
  const finish = (message: string) => {
    setChoosing(false);
    setDone(message);
  };
  if (choosing) return <PinChoice userId={userId} onSaved={() => finish(t.saved)} />;
  return (
    <div className="flex flex-col gap-3">
      {done !== null && <Notice tone="success">{done}</Notice>}
      <p className="mb-2 text-ink-soft">{t.explanation}</p>
      <Button onClick={() => setChoosing(true)}>{hasPin(userId) ? t.change : t.choose}</Button>
      {hasPin(userId) && !getEnvironment().requireDriverPin && (
        <Button
          variant="secondary"
          onClick={() => {
            removePin();
            setDone(t.removed);
          }}
        >
          {t.remove}
        </Button>
      )}
    </div>
  );
}

export interface PinChoiceProps {
  readonly userId: string;
  readonly onSaved: () => void;
}

/** Asks for a new PIN twice and stores it. */
export function PinChoice({ userId, onSaved }: PinChoiceProps) {
  const { pin: t } = useNamespace('kiosk');
  const { errors } = useMessages();
  const [first, setFirst] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useAction(
    async (pin: string) => {
      await setPin(userId, pin);
      onSaved();
    },
    { unknown: errors.general },
  );
  const choose = (pin: string) => {
    saving.reset();
    setProblem(isGuessable(pin) ? t.guessable : null);
    setFirst(isGuessable(pin) ? null : pin);
  };
  const repeat = (pin: string) => {
    setFirst(null);
    if (pin === first) saving.run(pin);
    else setProblem(t.different);
  };
  const shown = problem ?? saving.errorText;
  return (
    <div className="flex flex-col gap-4">
      {shown && <Notice tone="error">{shown}</Notice>}
      <PinPad
        key={first === null ? 'choose' : 'repeat'}
        title={first === null ? t.choose : t.repeat}
        busy={saving.busy}
        onEnter={first === null ? choose : repeat}
      />
      <p className="text-center text-small text-ink-soft">{t.explanation}</p>
    </div>
  );
}
