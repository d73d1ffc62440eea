import { chromium, type Browser, type Page } from '@playwright/test';
import type { Person } from '../../../backend/bench/machine/person.ts';
import { signInByTyping } from '../../browser/steps.ts';
import { untilReady } from '../../browser/queueSteps.ts';

/** @param flags arguments of Chromium, beside those that Playwright gives it */
export async function launchChromium(
  stack: AsyncDisposableStack,
  flags: readonly string[] = [],
): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', ...flags],
  });
  stack.defer(() => browser.close());
  return browser;
}

/**
 * The app on a device, in a real browser, with its driver signed in and everything on the device that a rating needs.
 */
export async function openApp(browser: Browser, address: string, driver: Person): Promise<Page> {
  const context = await browser.newContext({
    baseURL: address,
    locale: 'es-CL',
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  await signInByTyping(page, driver);
  await untilReady(page);
  return page;
}
