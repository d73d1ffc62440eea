import { useId, useRef, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { classes } from '../../ui/classes.ts';

/** The props of the button that opens a popover. */
export interface PopoverTrigger {
  readonly ref: RefObject<HTMLButtonElement | null>;
  readonly popoverTarget: string;
  readonly 'aria-haspopup': 'true';
}

export interface PopoverButtonProps {
  readonly renderButton: (trigger: PopoverTrigger) => ReactNode;
  /** Utilities of the popover. */
  readonly className?: string;
  /** Drawn while the popover is open. @param close gives the focus back to the button */
  readonly children: (close: () => void) => ReactNode;
}

/** Puts a popover below its button, or above where there is no room; its right edge below that of the button. */
function place(popover: HTMLElement, button: HTMLElement): void {
  const { bottom, top, right } = button.getBoundingClientRect();
  const below = bottom + popover.offsetHeight <= window.innerHeight;
  popover.style.top = `${below ? bottom : Math.max(0, top - popover.offsetHeight)}px`;
  popover.style.left = `${Math.max(8, right - popover.offsetWidth)}px`;
}

/** A button with a popover of choices. */
export function PopoverButton({ renderButton, className, children }: PopoverButtonProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(false);
  /** Choices that load after the popover has opened change its height. */
  const followSize = (content: HTMLElement | null) => {
    const observer = new ResizeObserver(() => {
      if (popover.current && button.current) place(popover.current, button.current);
    });
    if (content) observer.observe(content);
    return () => observer.disconnect();
  };
  const close = () => document.getElementById(id)?.hidePopover();
  return (
    <>
      {renderButton({ ref: button, popoverTarget: id, 'aria-haspopup': 'true' })}
      <div
        ref={popover}
        id={id}
        popover="auto"
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') flushSync(() => setOpen(true));
        }}
        onToggle={({ newState, currentTarget }) => {
          setOpen(newState === 'open');
          if (newState !== 'open') return;
          place(currentTarget, button.current!);
          currentTarget.querySelector('button')?.focus();
        }}
        className={classes(
          'fixed inset-auto m-0 min-w-56 rounded-control border border-line-strong bg-surface-raised p-1.5 text-ink shadow-dialog',
          className,
        )}
      >
        {isOpen && <div ref={followSize}>{children(close)}</div>}
      </div>
    </>
  );
}
