import { useEffect, useEffectEvent } from 'react';
import type { Driver } from '../data/drivers/drivers.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { openModal } from '../ui/modal.ts';
import { plateInPairs } from '../../shared/chile/plate.ts';

export interface NameSignProps {
  /** Empty for a device that nobody has named. */
  readonly name: string;
  readonly driver: Driver;
  readonly onClose: () => void;
}

const shownForMs = 60_000;
/** One letter of this size, in per cent of the screen's width, or several that share it, fill a line. */
const widthOfAll = 125;

/** The device's name over the whole screen, so that an administrator in the yard finds it. Goes at a touch. */
export function NameSign({ name, driver, onClose }: NameSignProps) {
  const { sign: t } = useNamespace('ownDevice');
  const sign = name || plateInPairs(driver.license_plate ?? '') || driver.driver_code;
  const close = useEffectEvent(() => onClose());
  useEffect(() => {
    const timer = setTimeout(() => close(), shownForMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <dialog
      ref={openModal}
      aria-label={t.title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="sea m-0 h-dvh max-h-none w-full max-w-none p-0"
    >
      <button
        type="button"
        onClick={onClose}
        className="flex size-full flex-col items-center justify-center gap-6 p-6 text-center"
      >
        <span className="text-lead">{t.title}</span>
        <span
          className="headline max-w-full leading-tight [overflow-wrap:anywhere]"
          style={{ fontSize: `clamp(max(3rem, 12vmin), ${widthOfAll / sign.length}vw, 45vh)` }}
        >
          {sign}
        </span>
        <span className="text-title">{driver.name}</span>
        <span className="text-mist">{t.close}</span>
      </button>
    </dialog>
  );
}
