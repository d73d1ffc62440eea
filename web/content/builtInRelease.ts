import { companyFields } from '../../shared/content/company.ts';
import type { Content } from '../../shared/content/content.ts';
import builtInUrl from '../../shared/content/release-1.json?url';
import { getEnvironment } from '../data/environment.ts';
import type { Release } from '../data/content/releases.ts';

/** Changes with the built-in release, and so with every change of the content's shape. */
export { builtInUrl };

/** The content with the installation's own company. The translations of an unchanged tagline stay. */
export function withOwnCompany(content: Content): Content {
  const settings = getEnvironment();
  const { company } = content;
  const brandTagline = settings.brandTagline === company.tagline.es ? '' : settings.brandTagline;
  return { ...content, company: { ...company, ...companyFields({ ...settings, brandTagline }) } };
}

/**
 * The release that is part of the app. The service worker keeps its file.
 * @throws TypeError without a network on a device that has not stored the app
 */
export async function builtInRelease(): Promise<Release> {
  const response = await fetch(builtInUrl);
  if (!response.ok) throw new TypeError('Failed to fetch');
  return { id: 0, publishedAt: null, content: withOwnCompany((await response.json()) as Content) };
}

/**
 * The built-in release where nobody can say what the company has published. Its prices may never have been the company's:
 * passengers are asked to inquire.
 */
export async function releaseWithoutPrices(): Promise<Release> {
  const { content, ...release } = await builtInRelease();
  return {
    ...release,
    content: { ...content, routes: content.routes.map((route) => ({ ...route, prices: [] })) },
  };
}
