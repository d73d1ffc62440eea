import { startTransition, StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Company } from '../../shared/content/content.ts';
import { CompanyProvider, ContentProvider } from '../content/ContentProvider.tsx';
import type { Release } from '../data/content/releases.ts';
import { LanguageProvider } from '../i18n/LanguageProvider.tsx';
import type { Language } from '../i18n/languages.ts';
import { firstDictionary } from '../i18n/loadMessages.ts';
import { Boundary } from '../ui/Boundary.tsx';
import { BrokenScreen } from './BrokenScreen.tsx';

export const showBroken = (error: unknown) => <BrokenScreen error={error} />;

/** A release, or the company alone for a page that does not wait for the rest of it. */
export type LoadedContent = { readonly release: Release } | { readonly company: Company };

/** Renders the app or a public page in a language, with content that has begun to load; `BrokenScreen` replaces it if it fails. */
export async function renderApp(
  root: HTMLElement,
  language: Language,
  loading: Promise<LoadedContent>,
  screen: ReactNode,
): Promise<void> {
  const [initial, loaded] = await Promise.all([firstDictionary(language), loading]);
  const app = (
    <LanguageProvider initial={initial}>
      <Boundary fallback={showBroken}>{screen}</Boundary>
    </LanguageProvider>
  );
  const withContent =
    'release' in loaded ? (
      <ContentProvider initial={loaded.release}>{app}</ContentProvider>
    ) : (
      <CompanyProvider company={loaded.company}>{app}</CompanyProvider>
    );
  // While there is little to style: with another language the browser computes all styles again.
  document.documentElement.lang = language;
  // A transition renders in pieces, so that a slow phone reacts to touches meanwhile.
  startTransition(() => createRoot(root).render(<StrictMode>{withContent}</StrictMode>));
}
