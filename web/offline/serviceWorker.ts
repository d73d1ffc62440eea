import { createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
import { personalCache } from '../data/personal.ts';
import { isAppPage } from './appPages.ts';
import { applyMessage } from './messages.ts';

/** Written in by `tools/worker.ts`: every file of this version of the app, the page among them. */
declare const precacheEntries: PrecacheEntry[];
declare const clients: { readonly claim: () => Promise<void> };
type RouterSource = 'network' | 'fetch-event';
/** https://w3c.github.io/ServiceWorker/#register-router-method */
interface InstallEvent extends Event {
  readonly addRoutes?: (
    rules: readonly { readonly condition: object; readonly source: RouterSource }[],
  ) => Promise<void>;
}
declare function skipWaiting(): Promise<void>;

/** A network that takes longer than this to answer is as good as none. In seconds. */
const patience = 3;

// The app comes from the device, always whole and of one version; the network only brings the next version.
precacheAndRoute(precacheEntries);
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isAppPage(url.pathname),
  createHandlerBoundToURL('/index.html'),
);

// The tours of the database, fresh where there is a network.
registerRoute(
  ({ url }) => url.pathname.endsWith('/rest/v1/time_based_routes'),
  new NetworkFirst({
    cacheName: personalCache,
    networkTimeoutSeconds: patience,
    plugins: [
      {
        fetchDidSucceed: ({ response }) => {
          // The answer of a proxy whose server is down.
          if (response.status >= 500) throw new Error(`HTTP ${response.status}`);
          return Promise.resolve(response);
        },
        cacheWillUpdate: ({ response }) => Promise.resolve(response.status === 200 ? response : null),
      },
    ],
  }),
);

// The driver's photo: the page puts it there (`content.ts`), and nobody else's.
registerRoute(
  ({ request, url }) =>
    request.destination === 'image' && /\/storage\/v1\/(object|render\/image)\/public\//.test(url.pathname),
  async ({ request }) => {
    const cache = await caches.open(personalCache);
    return (await cache.match(request.url)) ?? fetch(request);
  },
);

// Browsers that can be told so leave the worker asleep for what it only hands on. They would count a request that a page
// has given up as work of the worker for five minutes, and a new version waits for the end of all work.
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
// A new version waits until the page says that nobody is disturbed.
addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (data === applyMessage) void skipWaiting();
});
// The first visit counts already.
addEventListener('activate', () => void clients.claim());
