import type { DeviceReport } from '../data/devices/devices.ts';
import type { ownDevice } from '../i18n/es/fleet/ownDevice.ts';
import type { Language } from '../i18n/languages.ts';

/** One fact about the device. */
export interface DiagnosisLine {
  readonly label: string;
  readonly value: string;
  /** The line needs attention. */
  readonly bad: boolean;
}

interface Found {
  readonly status: DeviceReport;
  readonly response: number | null;
  readonly clockOffset: number | null;
}

type Words = typeof ownDevice.diagnosis;

/** A clock that is off by more is wrong. In milliseconds; the list of the company has the same limit. */
const clockToleranceMs = 120_000;

/** The moment of an error. @param at milliseconds since 1970 */
export function errorTime(at: number, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'short', timeStyle: 'medium' }).format(at);
}

/** The condition of the device, in words. */
export function diagnosisLines(
  { status, response, clockOffset }: Found,
  t: Words,
  language: Language,
): readonly DiagnosisLine[] {
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  const { battery, charging, network, storage_used: used, storage_persisted: stored } = status;
  const wakeLock = status.wake_lock as keyof Words['wakeLocks'];
  const unsent = status.unsent_ratings ?? 0;
  const isClockWrong = clockOffset !== null && Math.abs(clockOffset) > clockToleranceMs;
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
        : isClockWrong
          ? t.clockWrong(whole.format(Math.abs(clockOffset) / 60_000))
          : t.clockRight,
      isClockWrong,
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
