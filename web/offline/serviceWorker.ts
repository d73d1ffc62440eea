import { createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { isAppPage } from './appPages.ts';
import { applyMessage } from './messages.ts';

/** Filled in by `tools/worker.ts`: every file of this version of the app, including the page. */
declare const precacheEntries: PrecacheEntry[];
declare const clients: { readonly claim: () => Promise<void> };
/** https://w3c.github.io/ServiceWorker/#register-router-method */
interface InstallEvent extends Event {
  readonly addRoutes?: (rules: readonly { condition: object; source: 'network' }[]) => Promise<void>;
}
declare function skipWaiting(): Promise<void>;

// The app always comes from the device, whole and of one version; the network only brings the next version.
precacheAndRoute(precacheEntries);
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isAppPage(url.pathname),
  createHandlerBoundToURL('/index.html'),
);

// The driver's photo and the pictures of the company's content, which the page has put into caches (`contentCache.ts` here and
// `content/pictures.ts`). Other images go to the network.
registerRoute(
  ({ request, url }) =>
    request.destination === 'image' && /\/storage\/v1\/(object|render\/image)\/public\//.test(url.pathname),
  async ({ request }) => (await caches.match(request.url)) ?? fetch(request),
);

// Routes requests that the worker would only pass on directly to the network, in browsers that support it. Otherwise an
// aborted request counts as work of the worker for five minutes, and a new version waits for the end of all work.
addEventListener('install', (event) => {
  const paths = ['/auth/v1/*', '/rest/v1/*', '/functions/v1/*', '/health/*'];
  const rules = paths.map((pathname) => ({
    condition: { urlPattern: { protocol: '*', hostname: '*', port: '*', pathname } },
    source: 'network' as const,
  }));
  void (event as InstallEvent).addRoutes?.(rules);
});
// A new version waits until the page says that it disturbs nobody.
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === applyMessage) void skipWaiting();
});
// Control the pages of the first visit too.
addEventListener('activate', () => void clients.claim());
