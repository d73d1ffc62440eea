import { isFilePath } from '../../shared/page-paths.ts';

/** Paths of the server that are never a page of the app. */
const api = /^\/((auth|rest|storage|functions|realtime)\/v1|health|metrics|\.well-known)(\/|$)/;

/** Addresses that end in a code or token, which may have dots. */
const codes = /^\/(verify|rate)\//i;

/** Whether the app has a page at a path. Like the server, it takes another path with an extension for a file. */
export function isAppPage(path: string): boolean {
  return !api.test(path) && (codes.test(path) || !isFilePath(path));
}
