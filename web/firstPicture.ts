import type { PublicPage } from './public-pages/pages.ts';

/**
 * Shows the first picture of the address. The server sends each page with its own; a page from the service worker or a
 * static host serves all addresses, and holds the other pictures as templates (`index.html`).
 */
export function showFirstPicture(root: HTMLElement, path: string, page: PublicPage | null): void {
  const name = page ? 'visitor' : path === '/login' && 'entrance';
  const template = name && document.querySelector<HTMLTemplateElement>(`template[data-picture=${name}]`);
  if (template) root.replaceChildren(template.content.cloneNode(true));
}
