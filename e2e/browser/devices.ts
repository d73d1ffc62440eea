import { test as base, type BrowserContext, type BrowserContextOptions, type Page } from '@playwright/test';

export interface Devices {
  /** Opens another device, which shares nothing with the first; Playwright's `locale` and `baseURL` hold for it too. */
  readonly otherDevice: (options?: BrowserContextOptions) => Promise<Page>;
}

/** Journeys with several devices. Each is put away with its journey: an open page goes on polling and listening. */
export const test = base.extend<Devices>({
  otherDevice: async ({ browser }, provide) => {
    const contexts: BrowserContext[] = [];
    await provide(async (options) => {
      const context = await browser.newContext(options);
      contexts.push(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});
