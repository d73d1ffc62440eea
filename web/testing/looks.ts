import axe, { type RunOptions } from 'axe-core';
import { expect, onTestFinished, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import { tooWide } from '../ui/fit.ts';
import { modulesOf, shownModules } from './qr.ts';

/** A device held either way. */
export const devices = [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
] as const;

/** A screen built into a car, and a phone held sideways. */
export const lowScreens = [
  { width: 1024, height: 600 },
  { width: 740, height: 360 },
] as const;

export const phone = { width: 360, height: 740 } as const;

/** The last one is the phone. */
export const sizes = [...devices, ...lowScreens, phone] as const;

/** Nothing is wider than the screen. */
export function expectNoSidewaysScroll(where = ''): void {
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth, where).toBeLessThanOrEqual(clientWidth);
}

/** Whether text may be broken inside a word: with a hyphen, or where it is cut anyway. */
function mayBreakWords(element: Element): boolean {
  const { hyphens, wordBreak } = getComputedStyle(element);
  return hyphens === 'auto' || wordBreak === 'break-all';
}

/** The words of buttons and links that stand on two lines. */
function brokenWords(): readonly string[] {
  const broken: string[] = [];
  for (const button of document.querySelectorAll('button, a')) {
    const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const text = texts.currentNode as Text;
      if (mayBreakWords(text.parentElement!)) continue;
      for (const { 0: word, index } of text.data.matchAll(/[^\s\-\u00ad]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const parts = Array.from(range.getClientRects()).filter(({ width }) => width > 0);
        if (new Set(parts.map(({ top }) => top)).size > 1) broken.push(word);
      }
    }
  }
  return broken;
}

/** Nothing is wider than its place, and no word of a button is broken to fit into it. */
export function expectNothingCutOff(where = ''): void {
  expectNoSidewaysScroll(where);
  const wide = tooWide(document.body).map(({ tagName, className }) => `${tagName} ${className}`);
  expect(wide, where).toEqual([]);
  expect(brokenWords(), where).toEqual([]);
}

/**
 * Nothing is cut off on any size of screen; `check` replaces what is looked at. The last one is the phone. Parts that
 * change with the kind of device do so some frames after the size of the screen.
 */
export async function expectFitsEverywhere(check = expectNothingCutOff): Promise<void> {
  for (const { width, height } of sizes) {
    await page.viewport(width, height);
    await vi.waitFor(() => check(`at ${width}×${height}`), { interval: 10, timeout: 20_000 });
  }
}

async function expectNoViolations(options: RunOptions): Promise<void> {
  // Describing what holds takes as long as looking for what does not.
  const { violations } = await axe.run(document.body, {
    ...options,
    resultTypes: ['violations'],
    selectors: false,
  });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found).toEqual([]);
}

/** axe, with every rule that concerns a part of a page, in the theme on the screen. */
export function expectAccessible(): Promise<void> {
  return expectNoViolations({ rules: { region: { enabled: false } } });
}

/** `expectAccessible` in the light theme, and the contrast in the dark one, which differs in colours only. */
export async function expectAccessibleInBothThemes(): Promise<void> {
  const { dataset } = document.documentElement;
  dataset['theme'] = 'dark';
  await expectNoViolations({ runOnly: ['color-contrast', 'link-in-text-block'] });
  dataset['theme'] = 'light';
  await expectAccessible();
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

/** The texts of the buttons in the colour of the main one. */
export function filledButtons(): readonly string[] {
  const colour = document.createElement('i');
  colour.className = 'bg-accent';
  document.body.append(colour);
  const { backgroundColor } = getComputedStyle(colour);
  colour.remove();
  const filled = [...document.querySelectorAll('button')].filter(
    (button) => button.checkVisibility() && getComputedStyle(button).backgroundColor === backgroundColor,
  );
  return filled.map(({ textContent }) => textContent);
}

/** A QR code on the screen is the one of an address. */
export async function expectQr(code: Locator, url: string): Promise<void> {
  await expect.element(code).toBeVisible();
  const path = code.element().querySelector('path')?.getAttribute('d') ?? '';
  expect(shownModules(path)).toEqual(modulesOf(url));
}
