import { chromium, type Page } from '@playwright/test';
import type { Person } from '../../../backend/bench/machine/person.ts';
import { signInByTyping } from '../../browser/steps.ts';
import { untilReady } from '../../browser/queueSteps.ts';

/**
 * The app on a tablet, in a real browser, with its driver signed in and everything on the device that a rating needs.
 * @param flags further arguments of the browser
 */
export async function openApp(
  address: string,
  driver: Person,
  stack: AsyncDisposableStack,
  flags: readonly string[] = [],
): Promise<Page> {
  const executablePath = process.env['CHROMIUM_PATH'];
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', ...flags],
  });
  stack.defer(() => browser.close());
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
