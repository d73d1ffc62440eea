import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import { lockScrolling, openModal } from './modal.ts';

export interface DialogProps {
  readonly open: boolean;
  /** Called by Escape, the backdrop and the close button. */
  readonly onClose: () => void;
  readonly title: string;
  readonly closeLabel: string;
  /** Rendered only while the dialog is open. */
  readonly children: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  readonly footer?: ReactNode;
  readonly width?: 'narrow' | 'medium' | 'wide';
}

/** A modal on the native element: a sheet at the bottom of a phone, centred from 640 px. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

/** The `ref` of the dialog: its opening animation starts at the pressed element. */
function openFromFocus(dialog: HTMLDialogElement): () => void {
  // Measure before anything changes: the page is laid out only once.
  const origin = document.activeElement?.getBoundingClientRect();
  const unlock = lockScrolling();
  const close = openModal(dialog);
  if (origin) {
    const { left, top, width, height } = origin;
    // Not `getBoundingClientRect`: the dialog is already being scaled.
    const { offsetLeft, offsetTop } = dialog;
    dialog.style.transformOrigin = `${left + width / 2 - offsetLeft}px ${top + height / 2 - offsetTop}px`;
  }
  return () => {
    unlock();
    close();
  };
}

function OpenDialog(props: Omit<DialogProps, 'open'>) {
  const { onClose, title, closeLabel, children, footer, width = 'medium' } = props;
  const titleId = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- pressing the backdrop is a shortcut for pointers; Escape and the close button do the same
    <dialog
      ref={openFromFocus}
      aria-labelledby={titleId}
      className="dialog"
      data-width={width}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        // React events bubble through nested dialogs, native ones do not.
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- lets the arrow keys scroll a long text
        tabIndex={0}
        className="min-h-0 animate-appear motion-reduce:animate-none flex-1 overflow-y-auto overscroll-contain p-4 sm:p-6 focus-visible:-outline-offset-4"
      >
        {children}
      </div>
      {footer && <div className="border-t border-line px-4 py-4 sm:px-6">{footer}</div>}
    </dialog>
  );
}
