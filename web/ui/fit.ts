/** Elements that may be wider than their place: pictures cropped on purpose, pages side by side, and typed text. */
const mayBeWider = 'input, [class*=sr-only], svg *, [aria-hidden=true]:has(> img), .pager-track';

/** Lists the elements that are wider than their place, each with the elements around it that it makes wider. */
export function tooWide(root: ParentNode): readonly HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>(`*:not(${mayBeWider})`)].filter(
    (element) => element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1,
  );
}
