import type { Config } from '../config/config.ts';

/**
 * Headers of every answer, errors included. What is not a page loads nothing and is kept nowhere; pages, files and
 * stored pictures say otherwise themselves.
 */
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
 * What a page may load: its own files and the pictures and API of the backend (named, as a page may be opened under
 * another address of the same server, or stand on another host); nothing inline, nobody may frame it.
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
    "frame-ancestors 'none'",
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
  'link',
  'location',
  'preference-applied',
  'retry-after',
  'x-supabase-api-version',
  'x-total-count',
].join(', ');

/** The headers that let a browser page of `origin` call the API; none for origins that are not ours. */
export function crossOriginHeaders(origin: string | null, config: Config): Readonly<Record<string, string>> {
  if (origin === null) return {};
  if (origin !== new URL(config.publicUrl).origin && !config.allowedOrigins.includes(origin))
    return { Vary: 'Origin' };
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': exposedHeaders,
    Vary: 'Origin',
  };
}

/**
 * The further headers of the answer to a preflight.
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
