import { onTestFinished, vi } from 'vitest';
import type { Release } from '../data/content/releases.ts';

/**
 * Plays a backend whose newest release is this one, until the test ends.
 * @returns the queries that it got
 */
export function serveRelease({ id, publishedAt, content }: Release): readonly string[] {
  const queries: string[] = [];
  const served = vi.spyOn(window, 'fetch').mockImplementation((input) => {
    queries.push(new URL(String(input)).search);
    return Promise.resolve(Response.json([{ id, published_at: publishedAt, content }]));
  });
  onTestFinished(() => served.mockRestore());
  return queries;
}
