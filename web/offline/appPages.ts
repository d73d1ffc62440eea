/** Paths of the server that are never a page of the app. */
const api = /^\/((auth|rest|storage|functions|realtime)\/v1|health|metrics|\.well-known)(\/|$)/;

/** Whether the app has a page at a path. Like the server, it takes a path with an extension for a file. */
export function isAppPage(path: string): boolean {
  return !api.test(path) && !/\.[^/]*$/.test(path);
}
