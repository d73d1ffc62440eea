import { versionOf } from '../../shared/appVersion.ts';

/** A page that the service worker does not cache, so that it comes from the server. */
const freshPage = '/login';

/** The version of the app in this page; empty in development. */
export function appVersion(): string {
  return versionOf(Array.from(document.scripts, ({ src }) => src).join(' '));
}

/** The version of the app that the server gives out now; empty when it cannot be told. */
export async function servedVersion(signal: AbortSignal): Promise<string> {
  const page = await fetch(freshPage, { cache: 'no-store', signal }).catch(() => null);
  return page?.ok ? versionOf(await page.text()) : '';
}
