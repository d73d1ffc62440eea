import { useCallback, useRef, useState, type RefObject } from 'react';

export interface Pages {
  /** The `ref` of the element that scrolls sideways from page to page. */
  readonly track: (element: HTMLUListElement) => () => void;
  /** The first page on the screen, from 0. */
  readonly index: number;
  /** The last value that `index` can take: 0 where everything is on the screen. */
  readonly last: number;
  /** Scrolls to a page; beyond the ends it stays. */
  readonly go: (index: number) => void;
  /** Handles `scroll`. */
  readonly onScroll: () => void;
  /** Handles `pointerdown` and `wheel`: the passenger scrolls by hand, so the page that a press asked for is given up. */
  readonly onTouch: () => void;
}

/** From one page to the next, in pixels; 0 while there is only one. */
function strideOf({ children }: HTMLElement): number {
  const [first, second] = children as HTMLCollectionOf<HTMLElement>;
  return first && second ? second.offsetLeft - first.offsetLeft : 0;
}

function measure(element: HTMLElement): Pick<Pages, 'index' | 'last'> {
  const stride = strideOf(element);
  if (stride === 0) return { index: 0, last: 0 };
  const pages = (pixels: number) => Math.round(pixels / stride);
  return {
    index: pages(element.scrollLeft),
    last: pages(element.scrollWidth - element.clientWidth),
  };
}

/** The position in an element that snaps to pages side by side, and the way to turn them. */
export function usePages(): Pages {
  const element: RefObject<HTMLElement | null> = useRef(null);
  /** The page that a press asked for, until scrolling arrives there: a second press counts from it. */
  const wanted = useRef<number>(undefined);
  const [place, setPlace] = useState({ index: 0, last: 0 });

  const update = useCallback(() => {
    if (!element.current) return;
    const now = measure(element.current);
    if (now.index === wanted.current) wanted.current = undefined;
    const index = wanted.current ?? now.index;
    setPlace((before) =>
      before.index === index && before.last === now.last ? before : { index, last: now.last },
    );
  }, []);

  const track = useCallback(
    (shown: HTMLUListElement) => {
      element.current = shown;
      const observer = new ResizeObserver(update);
      observer.observe(shown);
      return () => observer.disconnect();
    },
    [update],
  );

  const go = (index: number) => {
    const shown = element.current;
    if (!shown) return;
    const { last } = measure(shown);
    wanted.current = Math.max(0, Math.min(index, last));
    shown.scrollTo({ left: wanted.current * strideOf(shown) });
    update();
  };
  const onTouch = () => {
    wanted.current = undefined;
  };
  return { ...place, track, go, onScroll: update, onTouch };
}
