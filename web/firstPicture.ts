import type { PublicPage } from './public-pages/pages.ts';

/**
 * Shows the first picture of the address. The server's pages have theirs alone; the page that a service worker keeps
 * or a static host gives stands for all addresses, and holds the others as templates (`index.html`).
 */
export function showFirstPicture(root: HTMLElement, path: string, page: PublicPage | null): void {
  const name = page ? 'visitor' : path === '/login' && 'entrance';
  const template = name && document.querySelector<HTMLTemplateElement>(`template[data-picture=${name}]`);
  if (template) root.replaceChildren(template.content.cloneNode(true));
}
