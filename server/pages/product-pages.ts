import type { Pages } from '../../backend/index.ts';
import type { PageCompany } from '../../shared/content/company.ts';
import type { PageSettings } from '../../shared/page-settings.ts';
import { loadStaticFiles } from './static.ts';

/** How long the pages name a company before it is read again. */
const readIntervalMs = 5_000;

export interface ProductPages {
  /** Serves nothing until `load` has resolved. */
  readonly pages: Pages;
  /** Fills the pages with the company that `read` gives, now and, while pages are requested, when it has changed. */
  readonly load: (read: () => Promise<PageCompany | undefined>) => Promise<void>;
}

/** The built web app, filled with the installation's settings and the company of the newest release. */
export function createProductPages(folder: string, settings: PageSettings): ProductPages {
  let pages: Pages = () => undefined;
  let shown: string | undefined;
  let readAt = 0;
  let readCompany: () => Promise<PageCompany | undefined>;

  const show = async () => {
    readAt = Date.now();
    const { icon, ...company } = (await readCompany()) ?? { icon: '' };
    const filled = { ...settings, ...company };
    const wanted = JSON.stringify([filled, icon]);
    if (wanted === shown) return;
    pages = await loadStaticFiles(folder, filled, icon);
    shown = wanted;
  };
  return {
    load: (read) => {
      readCompany = read;
      return show();
    },
    pages: (request) => {
      // No request waits for the database: this one may still get the page as it was.
      if (shown !== undefined && Date.now() - readAt > readIntervalMs) show().catch(() => undefined);
      return pages(request);
    },
  };
}
