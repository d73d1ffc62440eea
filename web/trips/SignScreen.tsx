import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { CompanyName } from '../components/CompanyName.tsx';
import { useWakeLock } from '../device/useWakeLock.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { HoldButton } from '../ui/HoldButton.tsx';
import { openModal } from '../ui/modal.ts';
import { signShown } from './signShown.ts';

interface SignScreenProps {
  /** 1 to 40 characters of any script. */
  readonly text: string;
  /** Tells two passengers of one surname apart. */
  readonly code: string;
  readonly onClose: () => void;
}

/** Longer than the longest wait at an airport: a sign that was forgotten does not tell a name all day. */
const shownForMs = 2 * 3_600_000;
const leaveHoldMs = 2_000;
const smallestPx = 16;

/** Room for accents above and tails below, so that no glyph is cut: in font sizes. */
const leastLineHeight = 1.15;

/** The height of a line that holds all marks of the text, which may stand on each other; in font sizes. */
function lineHeightOf(text: HTMLElement): number {
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return leastLineHeight;
  const { fontFamily, fontWeight } = getComputedStyle(text);
  const sizePx = 100;
  canvas.font = `${fontWeight} ${sizePx}px ${fontFamily}`;
  const drawn = canvas.measureText(text.textContent);
  const heightPx = drawn.actualBoundingBoxAscent + drawn.actualBoundingBoxDescent;
  // At another size each mark is rounded anew.
  const roundingPx = 2;
  return Math.max(leastLineHeight, (heightPx + roundingPx) / sizePx);
}

/**
 * Sets the largest size at which the text fits its place on at most two lines. A word is broken only where it would not fit
 * at the smallest size.
 */
function fit(text: HTMLElement): void {
  const place = text.parentElement!;
  const lineHeight = lineHeightOf(text);
  text.style.lineHeight = String(lineHeight);
  let low = smallestPx;
  let high = place.clientHeight;
  const fits = (size: number): boolean => {
    text.style.fontSize = `${size}px`;
    const lines = Math.round(text.offsetHeight / (size * lineHeight));
    return lines <= 2 && text.scrollWidth <= place.clientWidth && text.offsetHeight <= place.clientHeight;
  };
  text.style.overflowWrap = 'normal';
  if (!fits(low)) text.style.overflowWrap = 'anywhere';
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  fits(low);
}

/**
 * The name sign, over the whole screen, black on white in both themes. It keeps the screen on, follows its rotation, needs no
 * network, and goes when it has been held for two seconds, when the trip leaves it, and after two hours.
 */
export function SignScreen({ text, code, onClose }: SignScreenProps) {
  const t = useNamespace('ownTrips');
  const shown = useRef<HTMLParagraphElement>(null);
  const close = useEffectEvent(() => onClose());
  useWakeLock(true);
  useEffect(() => {
    signShown.set(true);
    return () => signShown.set(false);
  }, []);
  useEffect(() => {
    const timer = setTimeout(() => close(), shownForMs);
    return () => clearTimeout(timer);
  }, []);
  useLayoutEffect(() => {
    const line = shown.current!;
    const watch = new ResizeObserver(() => fit(line));
    watch.observe(line.parentElement!);
    // Its font may come late.
    watch.observe(line);
    return () => watch.disconnect();
  }, []);
  return (
    <dialog
      ref={openModal}
      aria-label={t.sign}
      onCancel={(event) => event.preventDefault()}
      className="m-0 h-dvh max-h-none w-full max-w-none bg-white p-[1vmin] text-black open:flex open:flex-col"
    >
      <div className="flex min-h-0 flex-1 items-center justify-center overflow-hidden">
        <p
          ref={shown}
          className="text-center font-semibold tracking-[-0.025em] text-balance [font-stretch:62%]"
        >
          {text}
        </p>
      </div>
      <div className="flex max-h-[15%] flex-wrap items-center justify-between gap-x-4 gap-y-1 text-[max(1rem,2.5vmin)]">
        <CompanyName />
        <span className="tracking-widest">{code}</span>
        <HoldButton
          label={t.closeSign}
          durationMs={leaveHoldMs}
          onHeld={onClose}
          className="min-h-12 rounded-control border border-current px-4 text-small"
        >
          {t.closeSign}
        </HoldButton>
      </div>
    </dialog>
  );
}
