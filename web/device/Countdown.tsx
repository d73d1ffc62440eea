import { useId } from 'react';
import { countdownMs } from './useIdle.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { openModal } from '../ui/modal.ts';

/** In units of the `viewBox`. */
const radius = 52;
const lengthPixels = 2 * Math.PI * radius;

/**
 * Asks whether somebody is still there, above every other dialog. Any touch counts as yes (`useIdle` listens), and does
 * not reach what lies below.
 */
export function Countdown({ seconds }: { readonly seconds: number }) {
  const { countdown: t } = useNamespace('kiosk');
  const titleId = useId();
  return (
    <dialog
      ref={openModal}
      aria-labelledby={titleId}
      onCancel={(event) => event.preventDefault()}
      className="dialog"
      data-width="narrow"
    >
      <div className="flex flex-col items-center gap-5 p-6 text-center sm:p-8">
        <div className="relative size-32" role="timer" aria-label={t.seconds(seconds)}>
          <svg viewBox="0 0 120 120" className="size-full" aria-hidden="true">
            <circle cx="60" cy="60" r={radius} className="countdown-track" />
            <circle
              cx="60"
              cy="60"
              r={radius}
              className="countdown-left"
              strokeDasharray={lengthPixels}
              strokeDashoffset={lengthPixels * (1 - (seconds * 1_000) / countdownMs)}
            />
          </svg>
          <span
            aria-hidden="true"
            className="headline absolute inset-0 flex items-center justify-center text-[2.75rem] leading-none tabular-nums"
          >
            {seconds}
          </span>
        </div>
        <div>
          <h2 id={titleId} className="headline text-title">
            {t.title}
          </h2>
          <p className="mt-1.5 text-ink-soft">{t.text}</p>
        </div>
        <Button className="w-full">{t.stay}</Button>
      </div>
    </dialog>
  );
}
