import { entryAt } from '../shared/page-paths.ts';
import { pages } from './pages.ts';

/**
 * Shows the first picture of an address. The server's pages hold their own alone; the page that a service worker keeps
 * or a static host serves stands for all addresses, and holds the other pictures as templates (`index.html`).
 */
export function showFirstPicture(root: HTMLElement, path: string): void {
  const selector = `template[data-picture=${entryAt(pages, path)?.picture}]`;
  const template = document.querySelector<HTMLTemplateElement>(selector);
  if (template) root.replaceChildren(template.content.cloneNode(true));
}
