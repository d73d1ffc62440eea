const units: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** The longest duration Go can hold, about 292 years. */
const maxDurationMs = 2 ** 63 / 1e6;

/** A duration of Go and the Supabase CLI (“24h”, “1h30m”, “0.5s”), in milliseconds from 0; undefined for other text. */
export function parseDuration(text: string): number | undefined {
  if (text === '0') return 0;
  if (!/^(?:\d{1,15}(?:\.\d{1,9})?(?:ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined;
  let total = 0;
  for (const [, count, unit] of text.matchAll(/(\d{1,15}(?:\.\d{1,9})?)(ns|us|µs|ms|s|m|h)/g))
    total += Number(count) * (units[unit ?? ''] ?? 0);
  return total <= maxDurationMs ? total : undefined;
}
