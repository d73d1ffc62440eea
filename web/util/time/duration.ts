/** Hours and minutes between two ISO 8601 times, rounded down. */
export function durationOf(start: string, end: string): { readonly hours: number; readonly minutes: number } {
  const minutes = Math.max(0, Math.floor((Date.parse(end) - Date.parse(start)) / 60_000));
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}
