import { Check, Delete } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { useNamespace } from '../../i18n/namespaces.ts';
import { focusOnMount } from '../../ui/focusOnMount.ts';
import { Spinner } from '../../ui/Spinner.tsx';
import { maxPinDigits, minPinDigits } from './pin.ts';

export interface PinPadProps {
  /** Asks for the PIN, for example «Escribe tu PIN». */
  readonly title: string;
  readonly busy?: boolean;
  /** The keys are locked. */
  readonly blocked?: boolean;
  /** 4 to 8 digits. The pad is empty again afterwards. */
  readonly onEnter: (pin: string) => void;
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
const key =
  'flex min-h-16 low:min-h-target items-center justify-center rounded-control disabled:opacity-55 tablet:min-h-target';
const digitKey = `${key} headline text-title tabular-nums key`;
const eraseKey = `${key} text-ink-soft transition-colors hover:text-accent active:bg-accent-soft`;
const enterKey = `${key} bg-accent text-accent-ink transition-colors hover:bg-accent-strong active:bg-accent-strong`;

/** Keys large enough for a thumb; a keyboard works too. The device's own keyboard stays away. */
export function PinPad({ title, busy = false, blocked = false, onEnter }: PinPadProps) {
  const { pin: t } = useNamespace('kiosk');
  const [pin, setPin] = useState('');
  const complete = pin.length >= minPinDigits;

  const change = (text: string) => setPin(text.replace(/\D/g, '').slice(0, maxPinDigits));
  const enter = (event: FormEvent) => {
    event.preventDefault();
    if (busy || blocked || !complete) return;
    setPin('');
    onEnter(pin);
  };

  return (
    <form noValidate onSubmit={enter} className="flex flex-col gap-4 low:gap-2">
      <h3 className="headline text-center text-lead">{title}</h3>
      <input
        ref={focusOnMount}
        className="pin-field"
        value={pin}
        onChange={(event) => change(event.target.value)}
        inputMode="none"
        autoComplete="off"
        aria-label={t.label}
        readOnly={blocked}
      />
      <div className="grid grid-cols-3 gap-3 low:grid-cols-6 low:gap-2">
        {[...digits, 'erase', '0'].map((name) =>
          name === 'erase' ? (
            <button
              key={name}
              type="button"
              aria-label={t.erase}
              onClick={() => change(pin.slice(0, -1))}
              className={eraseKey}
            >
              <Delete size={28} />
            </button>
          ) : (
            <button
              key={name}
              type="button"
              disabled={blocked}
              onClick={() => change(pin + name)}
              className={digitKey}
            >
              {name}
            </button>
          ),
        )}
        <button type="submit" aria-label={t.confirm} disabled={blocked || !complete} className={enterKey}>
          {busy ? <Spinner size={26} /> : <Check size={30} />}
        </button>
      </div>
    </form>
  );
}
