/** What a server answers itself, and never with the page of the app. */
const api = /^\/((auth|rest|storage|functions|realtime)\/v1|health|metrics|\.well-known)(\/|$)/;

/** Whether the app has a page of its own at a path. As the server does, it takes what ends like a file for a file. */
export function isAppPage(path: string): boolean {
  return !api.test(path) && !/\.[^/]*$/.test(path);
}
