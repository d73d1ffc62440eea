import { entryAt } from '../shared/page-paths.ts';
import { shownPages } from './pages.ts';

/**
 * Shows the first picture of the address. The server sends each page with its own; a page from the service worker or a
 * static host serves all addresses, and holds the other pictures as templates (`index.html`).
 */
export function showFirstPicture(root: HTMLElement, path: string): void {
  const selector = `template[data-picture=${entryAt(shownPages, path)?.picture}]`;
  const template = document.querySelector<HTMLTemplateElement>(selector);
  if (template) root.replaceChildren(template.content.cloneNode(true));
}
