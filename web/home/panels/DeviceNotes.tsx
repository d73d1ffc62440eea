import { Check } from 'lucide-react';
import { useCompany } from '../../content/ContentProvider.tsx';
import { whatsappDigits } from '../../content/links.ts';
import { chooseLinks, useLinks } from '../../device/links.ts';
import { useDeviceState } from '../../device/deviceState.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { isClockWrong } from '../../offline/clock.ts';
import { Notice } from '../../ui/Notice.tsx';

const minuteMs = 60_000;
const units = [
  { unit: 'day', length: 24 * 60 * minuteMs },
  { unit: 'hour', length: 60 * minuteMs },
  { unit: 'minute', length: minuteMs },
] as const;

/** A duration in its largest unit, rounded: 3 hours. @param length in milliseconds, at least a minute */
function describeDuration(length: number, language: string): string {
  const { unit, length: one } = units.find((each) => length >= each.length) ?? units[2];
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' });
  return format.format(Math.round(length / one));
}

/** Notes for the driver about this device: the company has no number, or the clock is wrong. */
export function DeviceNotes() {
  const { driver } = useNamespace('kiosk');
  const { language } = useLanguage();
  const company = useCompany();
  const { clockOffset } = useDeviceState();
  const describe = clockOffset !== null && clockOffset > 0 ? driver.clockAhead : driver.clockBehind;
  return (
    <>
      {whatsappDigits(company) === '' && (
        <Notice tone="info" className="mb-4">
          {driver.noWhatsapp}
        </Notice>
      )}
      {clockOffset !== null && isClockWrong(clockOffset) && (
        <Notice tone="info" className="mb-4">
          {describe(describeDuration(Math.abs(clockOffset), language))}
        </Notice>
      )}
    </>
  );
}

/** Whether links to WhatsApp and to the map open on this device, or are shown as QR codes. */
export function LinkChoice() {
  const { driver } = useNamespace('kiosk');
  const codes = useLinks() === 'codes';
  return (
    <label className="key relative mt-3 grid min-h-16 grid-cols-[auto_1fr] content-center items-center gap-x-4 rounded-control px-4 py-2 tablet:min-h-28 tablet:px-6">
      <input
        type="checkbox"
        checked={codes}
        onChange={() => chooseLinks(codes ? 'open' : 'codes')}
        className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-control"
      />
      <span className="row-span-2 flex size-7 items-center justify-center rounded-small border-2 border-line-strong text-accent-ink peer-checked:border-accent peer-checked:bg-accent">
        {codes && <Check size={20} strokeWidth={3} aria-hidden="true" />}
      </span>
      <span className="text-lead leading-snug font-semibold">{driver.codes}</span>
      <span className="text-small text-ink-soft">{driver.codesLine}</span>
    </label>
  );
}
