import { tooWide } from '../ui/fit.ts';

/** How far letters may reach out of a tight line. */
const slackPixels = 2;

/** The texts that begin inside an element and end beyond its right or lower edge. */
function textsBeyond(element: Element, side: 'right' | 'bottom'): readonly string[] {
  const [edge, start] = [element.getBoundingClientRect()[side], side === 'right' ? 'left' : 'top'] as const;
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const found: string[] = [];
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const text = node.textContent?.trim();
    if (!text || !node.parentElement?.checkVisibility() || node.parentElement.closest('.sr-only')) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box[start] < edge && box[side] > edge + slackPixels) found.push(text);
  }
  return found;
}

function hidesBelow(element: Element): boolean {
  const isLonger = element.scrollHeight > element.clientHeight && element.checkVisibility();
  return isLonger && /hidden|clip/.test(getComputedStyle(element).overflowY);
}

/** The texts on the screen that are wider than their place, or whose lower part it hides. */
export function cutTexts(): readonly string[] {
  const root = document.querySelector('dialog[open]') ?? document.body;
  const low = [...root.querySelectorAll('*:not(svg *)')].filter(hidesBelow);
  const texts = [
    ...tooWide(root).flatMap((element) => textsBeyond(element, 'right')),
    ...low.flatMap((element) => textsBeyond(element, 'bottom')),
  ];
  return [...new Set(texts)];
}
