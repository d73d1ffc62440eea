import axe from 'axe-core';
import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** A tablet held either way, and a phone. */
export const sizes = [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
  { width: 360, height: 740 },
] as const;

/** Neither the page nor anything in it is wider than its place, on any size of screen. The last one is the phone. */
export async function expectFitsEverywhere(): Promise<void> {
  for (const { width, height } of sizes) {
    await page.viewport(width, height);
    expect(document.documentElement.scrollWidth, `at ${width}×${height}`).toBeLessThanOrEqual(width);
    const wide = [...document.body.querySelectorAll<HTMLElement>('*:not(.sr-only, svg *)')]
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(({ tagName, className }) => `${tagName} ${className}`);
    expect(wide, `at ${width}×${height}`).toEqual([]);
  }
}

/** axe, with every rule that concerns a part of a page. */
export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  expect(found).toEqual([]);
}
