/**
 * Whether an hour of the day (0 to 23) is night.
 * @param hours for example `20-7`: from 20:00 until 7:00; anything else means no night
 */
export function isNight(hour: number, hours: string): boolean {
  const [from = Number.NaN, to = Number.NaN] = hours.split('-').map(Number);
  return from > to ? hour >= from || hour < to : hour >= from && hour < to;
}
