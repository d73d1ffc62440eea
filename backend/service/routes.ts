import { METHOD_NAME_ALL } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { SmartRouter } from 'hono/router/smart-router';
import { TrieRouter } from 'hono/router/trie-router';
import type { Endpoint } from './endpoint.ts';

/** The path of the endpoint that serves a request. */
export interface RoutePath {
  /** As the table has it. */
  readonly pattern: string;
  /** A parameter of the endpoint's path, unescaped; the empty text for one that it does not have. */
  param(name: string): string;
}

/** The endpoint that serves a request. */
export interface Route<Request> extends RoutePath {
  readonly endpoint: Endpoint<Request>;
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @returns finds the first endpoint of a table that serves a method and a path */
export function createRouter<Request>(endpoints: readonly Endpoint<Request>[]) {
  const router = new SmartRouter<Endpoint<Request>>({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const endpoint of endpoints)
    router.add(endpoint[0] === 'ALL' ? METHOD_NAME_ALL : endpoint[0], endpoint[1], endpoint);
  return (method: string, path: string): Route<Request> | undefined => {
    const [[first] = [], values] = router.match(method === 'HEAD' ? 'GET' : method, path);
    if (!first) return undefined;
    const [endpoint, params] = first;
    return {
      endpoint,
      pattern: endpoint[1],
      param(name) {
        const value = params[name];
        return unescaped((typeof value === 'number' ? values?.[value] : value) ?? '');
      },
    };
  };
}
