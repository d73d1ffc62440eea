import axe from 'axe-core';
import { expect, onTestFinished } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { modulesOf, shownModules } from './qr.ts';

/** A tablet held either way, and a phone. */
export const sizes = [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
  { width: 360, height: 740 },
] as const;

/** Nothing is wider than the screen. */
export function expectNoSidewaysScroll(where = ''): void {
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth, where).toBeLessThanOrEqual(clientWidth);
}

/** Nothing is wider than its place, except pictures that are cropped on purpose. */
export function expectNothingCutOff(where = ''): void {
  expectNoSidewaysScroll(where);
  const wide = [
    ...document.body.querySelectorAll<HTMLElement>('*:not(.sr-only, svg *, [aria-hidden=true]:has(> img))'),
  ]
    .filter((element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1)
    .map(({ tagName, className }) => `${tagName} ${className}`);
  expect(wide, where).toEqual([]);
}

/** Nothing is cut off on any size of screen; `check` replaces what is looked at. The last one is the phone. */
export async function expectFitsEverywhere(check = expectNothingCutOff): Promise<void> {
  for (const { width, height } of sizes) {
    await page.viewport(width, height);
    check(`at ${width}×${height}`);
  }
}

/** axe, with every rule that concerns a part of a page, in the theme on the screen. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found).toEqual([]);
}

/** `expectAccessible` in the dark and in the light theme. */
export async function expectAccessibleInBothThemes(): Promise<void> {
  const { dataset } = document.documentElement;
  for (const theme of ['dark', 'light']) {
    dataset['theme'] = theme;
    await expectAccessible();
  }
}

/** Shows text in the size that the passenger may choose, until the test ends. */
export function setTextSize(size: 'large' | 'larger'): void {
  const { dataset } = document.documentElement;
  dataset['text'] = size;
  onTestFinished(() => {
    delete dataset['text'];
  });
}

/** In pixels. */
export function fontSize(element: Element): number {
  return Number.parseFloat(getComputedStyle(element).fontSize);
}

/** A QR code on the screen is the one of an address. */
export async function expectQr(code: Locator, url: string): Promise<void> {
  await expect.element(code).toBeVisible();
  const path = code.element().querySelector('path')?.getAttribute('d') ?? '';
  expect(shownModules(path)).toEqual(modulesOf(url));
}
