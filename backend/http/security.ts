/** Headers of every response, errors included: no loading, no caching. Pages, files and pictures override them. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains',
  'Permissions-Policy':
    'camera=(), microphone=(), payment=(), usb=(), geolocation=(self), fullscreen=(self), screen-wake-lock=(self)',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
};

/**
 * The Content-Security-Policy of a page: its own files, and the pictures and API of the backend, which has another origin
 * when the page is opened under another address or stands on another host. Nothing inline; only pages of this origin may
 * frame it.
 */
export function pageSecurityPolicy(backendUrl: string): string {
  const { origin } = new URL(backendUrl);
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob: ${origin}`,
    `connect-src 'self' ${origin} ${origin.replace(/^http/, 'ws')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; ');
}

const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
const allowedHeaders = [
  'accept',
  'accept-profile',
  'apikey',
  'authorization',
  'baggage',
  'cache-control',
  'content-profile',
  'content-type',
  'idempotency-key',
  'prefer',
  'range',
  'range-unit',
  'traceparent',
  'tracestate',
  'x-client-info',
  'x-jwt-aud',
  'x-metadata',
  'x-region',
  'x-retry-count',
  'x-supabase-api-version',
  'x-upsert',
];
/** Own headers (`x-…`) that one preflight may ask for; policies may read them. */
const maxOwnHeaders = 40;
const exposedHeaders = [
  'content-location',
  'content-range',
  // As PostgREST does: a page reads from it how wrong its clock is.
  'date',
  'link',
  'location',
  'preference-applied',
  'retry-after',
  'x-supabase-api-version',
  'x-total-count',
].join(', ');

type CommonHeaders = Readonly<Record<string, string>>;

/**
 * The headers of every response to a page of an origin, or to no page: for security, and those that let the page call the
 * API, if its origin is allowed.
 */
export function createCommonHeaders({
  publicUrl,
  allowedOrigins,
}: {
  readonly publicUrl: string;
  readonly allowedOrigins: readonly string[];
}): (origin: string | null) => CommonHeaders {
  const refused: CommonHeaders = { ...securityHeaders, Vary: 'Origin' };
  const allowed = new Map(
    [new URL(publicUrl).origin, ...allowedOrigins].map((origin): [string, CommonHeaders] => [
      origin,
      {
        ...securityHeaders,
        'Access-Control-Allow-Origin': origin,
        'Access-Control-Expose-Headers': exposedHeaders,
        Vary: 'Origin',
      },
    ]),
  );
  return (origin) => (origin === null ? securityHeaders : (allowed.get(origin) ?? refused));
}

/**
 * The further headers of the response to a preflight.
 * @param requested the preflight's `Access-Control-Request-Headers`
 */
export function preflightHeaders(requested: string): Readonly<Record<string, string>> {
  const own = requested
    .split(',', maxOwnHeaders)
    .map((name) => name.trim().toLowerCase())
    .filter((name) => /^x-[a-z0-9-]{1,60}$/.test(name));
  return {
    'Access-Control-Allow-Methods': allowedMethods,
    'Access-Control-Allow-Headers': [...new Set([...allowedHeaders, ...own])].join(', '),
    'Access-Control-Max-Age': '86400',
  };
}
