import type { DeviceReport } from '../data/devices/devices.ts';
import type { ownDevice } from '../i18n/es/fleet/ownDevice.ts';
import type { Language } from '../i18n/languages.ts';
import { isClockWrong } from '../offline/clock.ts';

/** One fact about the device. */
export interface DiagnosisLine {
  readonly label: string;
  readonly value: string;
  /** The line needs attention. */
  readonly bad: boolean;
}

/** The condition of the device, as it was found. */
export interface Condition {
  readonly status: DeviceReport;
  /** How long the backend took to respond, in milliseconds; null without a response. */
  readonly response: number | null;
  readonly clockOffset: number | null;
}

type Words = typeof ownDevice.diagnosis;

/** The moment of an error. @param at milliseconds since 1970 */
export function errorTime(at: number, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' }).format(at);
}

/** The condition of the device, in words. */
export function diagnosisLines(
  { status, response, clockOffset }: Condition,
  t: Words,
  language: Language,
): readonly DiagnosisLine[] {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const { battery, charging, network, storage_used: used, storage_persisted: stored } = status;
  const wakeLock = status.wake_lock as keyof Words['wakeLocks'];
  const unsent = status.unsent_ratings ?? 0;
  const isWrong = isClockWrong(clockOffset);
  const line = (label: string, value: string, bad = false): DiagnosisLine => ({ label, value, bad });
  return [
    line(
      t.connection,
      response === null ? t.unreachable : t.reachable(whole.format(response)),
      response === null,
    ),
    ...(network ? [line(t.network, network)] : []),
    line(
      t.clock,
      clockOffset === null
        ? t.unknown
        : isWrong
          ? t.clockWrong(whole.format(Math.abs(clockOffset) / 60_000))
          : t.clockRight,
      isWrong,
    ),
    line(t.wakeLock, t.wakeLocks[wakeLock], wakeLock !== 'held'),
    ...(battery === undefined
      ? []
      : [line(t.battery, charging ? t.charging(whole.format(battery)) : `${whole.format(battery)} %`)]),
    line(
      t.storage,
      [
        ...(used === undefined ? [] : [`${whole.format(used / 1e6)} MB`]),
        stored === undefined ? t.unknown : stored ? t.persisted : t.notPersisted,
      ].join(' · '),
    ),
    line(t.unsent, whole.format(unsent), unsent > 0),
    line(t.version, status.app_version || t.unknown),
    line(t.content, status.content_release === undefined ? t.unknown : String(status.content_release)),
  ];
}
