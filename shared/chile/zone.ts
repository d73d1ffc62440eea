/** The time zones of Chile. Magallanes and Aysén do not change their clocks; Easter Island is two hours behind. */
export const chileanZones = [
  'America/Santiago',
  'America/Punta_Arenas',
  'America/Coyhaique',
  'Pacific/Easter',
] as const;

let zone: string = 'America/Santiago';

/** The company's time zone, one of Chile's. All days and clocks of `time.ts` are its. */
export const companyZone = (): string => zone;

/**
 * Sets the company's time zone, before anything reads a time. Zone data of before 2025 lacks Coyhaique, whose clock is that
 * of Punta Arenas since then.
 */
export function setCompanyZone(name: string): void {
  try {
    Intl.DateTimeFormat('sv', { timeZone: name });
    zone = name;
  } catch {
    zone = 'America/Punta_Arenas';
  }
}
