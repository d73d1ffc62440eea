import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Children, type KeyboardEvent, type ReactNode } from 'react';
import { usePages } from './usePages.ts';

export interface CarouselProps {
  /** Names the whole for screen readers. */
  readonly label: string;
  readonly words: { readonly previous: string; readonly next: string };
  /** Two pages side by side on a screen held sideways. */
  readonly pairs?: boolean;
  /** The pages. Give the pager a `key` when they are replaced by others: it then starts at the first one. */
  readonly children: ReactNode;
}

/** Shows one page at a time. Swiping, large arrows beside or below it, and the arrow keys turn the pages. */
export function Carousel({ label, words, pairs = false, children }: CarouselProps) {
  const { track, index, last, go, onScroll, onTouch } = usePages();

  const turn = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    go(index + step);
  };
  const arrow = (name: keyof CarouselProps['words'], step: number, Icon: typeof ChevronLeft) => (
    <button
      type="button"
      aria-label={words[name]}
      // Not `disabled`: the focus stays where it is at the last page.
      aria-disabled={index + step < 0 || index + step > last || undefined}
      onClick={() => go(index + step)}
      className={`pager-arrow pager-${name}`}
    >
      <Icon size={48} aria-hidden="true" />
    </button>
  );

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the arrow keys turn pages wherever the focus is inside; the buttons do the same
    <section aria-label={label} onKeyDown={turn} className="pager" data-whole={last === 0 || undefined}>
      <ul
        ref={track}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- lets the arrow keys turn pages that hold no control
        tabIndex={0}
        onScroll={onScroll}
        onPointerDown={onTouch}
        onWheel={onTouch}
        className="pager-track"
        data-pairs={pairs || undefined}
      >
        {Children.map(children, (page) => (
          <li className="pager-page">{page}</li>
        ))}
      </ul>
      {last > 0 && (
        <>
          {arrow('previous', -1, ChevronLeft)}
          <p aria-live="polite" className="pager-position">
            {index + 1} / {last + 1}
          </p>
          {arrow('next', 1, ChevronRight)}
        </>
      )}
    </section>
  );
}
