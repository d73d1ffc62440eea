import { X } from 'lucide-react';
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { IconButton } from './IconButton.tsx';

export interface DialogProps {
  readonly open: boolean;
  /** Escape, the backdrop, the close button. */
  readonly onClose: () => void;
  readonly title: string;
  readonly closeLabel: string;
  /** Rendered only while it is open. */
  readonly children: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  readonly footer?: ReactNode;
  readonly width?: 'narrow' | 'medium' | 'wide';
}

const widths = { narrow: 'sm:max-w-md', medium: 'sm:max-w-2xl', wide: 'sm:max-w-5xl' };

/** A modal on the native element: full width at the bottom of a phone, in the middle from 640 px. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

/** The transition of `.dialog` begins at what was pressed. */
function growFrom({ left, top, width, height }: DOMRect, dialog: HTMLElement): void {
  // Not `getBoundingClientRect`: the dialog is already being scaled.
  const { offsetLeft, offsetTop } = dialog;
  dialog.style.transformOrigin = `${left + width / 2 - offsetLeft}px ${top + height / 2 - offsetTop}px`;
}

function OpenDialog({
  onClose,
  title,
  closeLabel,
  children,
  footer,
  width = 'medium',
}: Omit<DialogProps, 'open'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    // Measured before anything is changed: the page is laid out once.
    const place = opener?.getBoundingClientRect();
    document.documentElement.style.overflow = 'hidden';
    element?.showModal();
    if (element && place) growFrom(place, element);
    return () => {
      document.documentElement.style.overflow = '';
      element?.close();
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, []);

  const pressBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) onClose();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the backdrop is a pointer's shortcut; Escape and the close button do the same
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={classes('dialog', widths[width])}
      onClick={pressBackdrop}
      onCancel={(event) => {
        event.preventDefault();
        // React lets it bubble, the browser does not: a dialog above this one was left.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="flex items-center gap-3 border-b border-line py-2 pr-2 pl-4 sm:pl-6">
        <h2 id={titleId} className="headline min-w-0 flex-1 py-2 text-lead leading-tight sm:text-[1.5rem]">
          {title}
        </h2>
        <IconButton label={closeLabel} icon={<X size={28} aria-hidden="true" />} onClick={onClose} />
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the arrow keys scroll a long text
        tabIndex={0}
        className="dialog-body min-h-0 flex-1 overflow-y-auto overscroll-contain p-4 sm:p-6 focus-visible:-outline-offset-4"
      >
        {children}
      </div>
      {footer && <div className="border-t border-line px-4 py-4 sm:px-6">{footer}</div>}
    </dialog>
  );
}
