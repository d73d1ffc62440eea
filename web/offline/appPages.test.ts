import { expect, test } from 'vitest';
import { isAppPage } from './appPages.ts';

test.each([
  '/',
  '/login',
  '/guide',
  '/verify/C-12',
  '/rate/abc',
  '/rate/abc.def',
  '/verify/a.js',
  '/healthy',
  '/somewhere/else',
  '/guide.',
  '/book.)',
  '/rights.%E2%80%9D',
  '/VERIFY/DEMADRVR0001.abc',
])('the app has a page at %s', (path) => expect(isAppPage(path)).toBe(true));

test.each([
  '/auth/v1/verify',
  '/auth/v1',
  '/rest/v1/drivers',
  '/storage/v1/object/public/imagenes/a',
  '/functions/v1/admin-users',
  '/realtime/v1/websocket',
  '/health',
  '/health/live',
  '/metrics',
  '/.well-known/security.txt',
  '/manifest.webmanifest',
  '/assets/a.js',
  '/guide.html',
])('the server responds to %s', (path) => expect(isAppPage(path)).toBe(false));
