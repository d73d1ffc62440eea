import type { Misfit, PreviewScreen } from '../content/preview.ts';
import { tooWide } from '../ui/fit.ts';

/** Screens whose facts are seen at once on a device; the others are made for turning pages or reading on. */
const seenAtOnce: ReadonlySet<PreviewScreen> = new Set(['home', 'airport', 'routes', 'return']);

/** How far letters may reach out of a tight line. In pixels. */
const slackPixels = 2;

function isShown(element: Element | null): boolean {
  return element !== null && element.checkVisibility() && !element.closest('.sr-only');
}

/** The first text that ends beyond an edge, in pixels from the left or the top; undefined where none does. */
function firstTextBeyond(
  root: Element,
  side: 'right' | 'bottom',
  edge: number,
  wanted = /\S/,
): string | undefined {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const { currentNode: node } = walker;
    const text = node.textContent?.trim();
    if (!text || !wanted.test(text) || !isShown(node.parentElement)) continue;
    range.selectNodeContents(node);
    if (range.getBoundingClientRect()[side] > edge + slackPixels) return text;
  }
  return undefined;
}

/** Texts that are wider than their place. */
function hiddenBeside(root: Element): readonly string[] {
  return tooWide(root).flatMap(
    (element) => firstTextBeyond(element, 'right', element.getBoundingClientRect().right) ?? [],
  );
}

/** Texts whose lower part their place hides. */
function hiddenBelow(root: Element): readonly string[] {
  return [...root.querySelectorAll('*:not(svg *)')].flatMap((element) => {
    if (element.scrollHeight <= element.clientHeight || !isShown(element)) return [];
    if (!/hidden|clip/.test(getComputedStyle(element).overflowY)) return [];
    return firstTextBeyond(element, 'bottom', element.getBoundingClientRect().bottom) ?? [];
  });
}

/** The first text that has to be scrolled to, one that people recognise: with a word. */
function belowTheScreen(dialog: Element | null): string | undefined {
  const scroller = dialog?.querySelector('.window-content') ?? document.documentElement;
  if (scroller.scrollHeight <= scroller.clientHeight) return undefined;
  const top = dialog ? scroller.getBoundingClientRect().top : 0;
  return firstTextBeyond(scroller, 'bottom', top + scroller.clientHeight, /\p{L}{4}/u);
}

/** Lists the texts on the screen that are cut off, run out of their place, or have to be scrolled to. */
export function findMisfits(screen: PreviewScreen): readonly Misfit[] {
  const dialog = document.querySelector('dialog[open]');
  const root = dialog ?? document.body;
  const cut = new Set([...hiddenBeside(root), ...hiddenBelow(root)]);
  const below = seenAtOnce.has(screen) ? belowTheScreen(dialog) : undefined;
  return [
    ...[...cut].map((text) => ({ kind: 'cut' as const, text })),
    ...(below === undefined ? [] : [{ kind: 'scroll' as const, text: below }]),
  ];
}
