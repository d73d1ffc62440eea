import { createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { personalCache } from '../data/personal.ts';
import { isAppPage } from './appPages.ts';
import { applyMessage } from './messages.ts';

/** Filled in by `tools/worker.ts`: every file of this version of the app, including the page. */
declare const precacheEntries: PrecacheEntry[];
declare const clients: { readonly claim: () => Promise<void> };
type RouterSource = 'network' | 'fetch-event';
/** https://w3c.github.io/ServiceWorker/#register-router-method */
interface InstallEvent extends Event {
  readonly addRoutes?: (rules: readonly { condition: object; source: RouterSource }[]) => Promise<void>;
}
declare function skipWaiting(): Promise<void>;

/** A slower network counts as none. In seconds. */
const networkTimeout = 3;

// The app always comes from the device, whole and of one version; the network only brings the next version.
precacheAndRoute(precacheEntries);
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isAppPage(url.pathname),
  createHandlerBoundToURL('/index.html'),
);

// The tours of the database: from the network, without one from the cache.
registerRoute(
  ({ url }) => url.pathname.endsWith('/rest/v1/time_based_routes'),
  new NetworkFirst({
    cacheName: personalCache,
    networkTimeoutSeconds: networkTimeout,
    plugins: [
      {
        fetchDidSucceed: ({ response }) => {
          // A proxy responds like this when its server is down.
          if (response.status >= 500) throw new Error(`HTTP ${response.status}`);
          return Promise.resolve(response);
        },
        cacheWillUpdate: ({ response }) => Promise.resolve(response.status === 200 ? response : null),
      },
    ],
  }),
);

// The driver's photo, which the page has put into the cache (`content.ts`). Other images go to the network.
registerRoute(
  ({ request, url }) =>
    request.destination === 'image' && /\/storage\/v1\/(object|render\/image)\/public\//.test(url.pathname),
  async ({ request }) => {
    const cache = await caches.open(personalCache);
    return (await cache.match(request.url)) ?? fetch(request);
  },
);

// Routes requests that the worker would only pass on directly to the network, in browsers that support it. Otherwise an
// aborted request counts as work of the worker for five minutes, and a new version waits for the end of all work.
addEventListener('install', (event) => {
  const route = (pathname: string, source: RouterSource) => ({
    condition: { urlPattern: { protocol: '*', hostname: '*', port: '*', pathname } },
    source,
  });
  void (event as InstallEvent).addRoutes?.([
    route('/rest/v1/time_based_routes', 'fetch-event'),
    ...['/auth/v1/*', '/rest/v1/*', '/functions/v1/*', '/health/*'].map((path) => route(path, 'network')),
  ]);
});
// A new version waits until the page says that it disturbs nobody.
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === applyMessage) void skipWaiting();
});
// Control the pages of the first visit too.
addEventListener('activate', () => void clients.claim());
