import firstRelease from '../../shared/content/release-1.json' with { type: 'json' };
import type { Content } from '../../shared/content/content.ts';
import { withOwnCompany } from '../content/builtInRelease.ts';
import type { Release } from '../data/content/releases.ts';

/** The content of a fresh installation, with the company of the settings (`setup.ts`). */
export const content: Content = withOwnCompany(firstRelease as unknown as Content);

/** A release with this content, published on 20 November 2026. */
export function releaseOf(published: Content): Release {
  return { id: 1, publishedAt: '2026-11-20T15:00:00+00:00', content: published };
}
