import { onTestFinished, vi } from 'vitest';
import type { Content } from '../../shared/content/content.ts';
import type { Trip } from '../data/trips/trips.ts';

interface SaveCall {
  readonly name: string;
  readonly body: {
    readonly trip: string;
    readonly fields: unknown;
    readonly person: unknown;
    readonly allowed: readonly string[];
    readonly version?: number;
    readonly reason?: string;
  };
}

interface TripBackend {
  readonly rows: readonly Trip[];
  /** The responses of functions, by name. */
  readonly functions?: Readonly<Record<string, unknown>>;
  /** The releases of the content, the newest first. */
  readonly releases?: readonly { readonly id: number; readonly content: Content }[];
  /** The errors of the first saves, in their order; null for one that works. */
  readonly errors?: readonly (object | null)[];
}

/** Answers the requests about trips until the test ends. @returns the calls that wrote something */
export function tripBackend({
  rows,
  functions = {},
  releases = [],
  errors = [],
}: TripBackend): readonly SaveCall[] {
  const calls: SaveCall[] = [];
  const respond = (url: URL, init: RequestInit | undefined): Response => {
    const [, name] = /rpc\/(\w+)/.exec(url.pathname) ?? [];
    if (name && name in functions) return Response.json(functions[name]);
    if (name === 'save_trip' || name === 'forget_trip') {
      const error = name === 'save_trip' ? errors[calls.length] : null;
      calls.push({ name, body: JSON.parse(String(init?.body)) as SaveCall['body'] });
      return error ? Response.json(error, { status: 409 }) : Response.json(rows[0]);
    }
    if (url.pathname.endsWith('/content_releases')) {
      const id = url.searchParams.get('id')?.replace('eq.', '');
      const release = releases.find((each) => id === undefined || String(each.id) === id);
      return Response.json(release ? [release] : []);
    }
    // The rest of the panel, which asks again after a change.
    if (!url.pathname.endsWith('/trip_list')) return Response.json({}, { status: 404 });
    const given = (column: 'id' | 'code') => url.searchParams.get(column)?.replace('eq.', '');
    const found = rows.filter(
      ({ id, code }) => (given('id') ?? id) === id && (given('code') ?? code) === code,
    );
    return Response.json(found, { headers: { 'content-range': `0-${found.length}/${found.length}` } });
  };
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    const url = new URL(input instanceof Request ? input.url : String(input), window.location.href);
    return Promise.resolve(respond(url, init));
  });
  onTestFinished(() => spy.mockRestore());
  return calls;
}
