import { expect } from 'vitest';
import { expectFitsEverywhere, expectNothingCutOff } from './looks.ts';

/** Labels and marginal notes. */
const caption = '.text-caption, .home-tagline, .home-control';
/** The imprint of the plate is as small as on a real one. */
const imprint = 'CHILE';

/** The smallest font sizes, and the smallest side of a control. In px. */
const least = { fact: 32, text: 24, caption: 20, target: 76 } as const;

/** Both sides of a device that is read from the back seat are longer. In px. */
const lowSide = 600;

/** Whether an element has a visible box. Pages that a pager has turned away count too. */
function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility() && !element.closest('.sr-only');
}

interface ShownText {
  readonly text: string;
  readonly size: number;
  readonly element: Element;
}

/** Lists every visible text with its font size in px. */
export function shownTexts(root: Element): readonly ShownText[] {
  const found: ShownText[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { parentElement: element, textContent } = walker.currentNode;
    const text = textContent?.trim() ?? '';
    if (!element || text === '' || text === imprint || !isShown(element)) continue;
    found.push({ text, size: Number.parseFloat(getComputedStyle(element).fontSize), element });
  }
  return found;
}

/**
 * Lists the texts that are too small to read from the back seat.
 * @param facts texts held to the size of facts; only whole texts match
 */
function smallTexts(root: Element, facts: ReadonlySet<string>): readonly string[] {
  return shownTexts(root).flatMap(({ text, size, element }) => {
    const kind = facts.has(text) ? 'fact' : element.closest(caption) ? 'caption' : 'text';
    return size < least[kind] ? [`${kind} ${size}px: ${text}`] : [];
  });
}

/** The touch area of a control: its own box, or that of the `::after` which it lays over its card. */
function touchSize(element: Element): readonly [width: number, height: number] {
  const over = getComputedStyle(element, '::after');
  if (over.position === 'absolute') return [Number.parseFloat(over.width), Number.parseFloat(over.height)];
  const { width, height } = element.getBoundingClientRect();
  return [width, height];
}

/** Lists the controls that are too small for a finger in a moving vehicle. */
function smallTargets(root: Element): readonly string[] {
  return [...root.querySelectorAll('button, a[href], [role=tab], input, select, textarea')]
    .filter(isShown)
    .flatMap((element) => {
      const [width, height] = touchSize(element);
      const label = element.getAttribute('aria-label') ?? element.textContent;
      return Math.min(width, height) < least.target - 0.5 ? [`${width}×${height}: ${label}`] : [];
    });
}

/**
 * Texts and controls are large enough for the back seat.
 * @param facts see `smallTexts`
 */
export function expectReadable(where = '', facts: ReadonlySet<string> = new Set()): void {
  expect(smallTexts(document.body, facts), where).toEqual([]);
  expect(smallTargets(document.body), where).toEqual([]);
}

export interface ReadableOptions {
  readonly facts?: ReadonlySet<string>;
  /** Checks more on each device. */
  readonly check?: (where: string) => void;
}

/** Nothing is cut off on any size of screen, and on a device texts and controls are large enough for the back seat. */
export function expectReadableEverywhere(options: ReadableOptions = {}): Promise<void> {
  const { facts, check } = options;
  return expectFitsEverywhere((where = '') => {
    expectNothingCutOff(where);
    if (Math.min(window.innerWidth, window.innerHeight) <= lowSide) return;
    expectReadable(where, facts);
    check?.(where);
  });
}
