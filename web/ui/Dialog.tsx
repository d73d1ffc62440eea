import { X } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { focusOnMount } from './focusOnMount.ts';
import { IconButton } from './IconButton.tsx';
import { lockScrolling, openModal } from './modal.ts';

export interface DialogProps {
  readonly open: boolean;
  /** Called by Escape, the backdrop and the close button; without it, nobody closes the dialog. */
  readonly onClose?: () => void;
  readonly title: string;
  readonly closeLabel: string;
  /** Rendered only while the dialog is open. */
  readonly children: ReactNode;
  /** The way back from a view of the dialog, before its title, which takes the focus. */
  readonly back?: ReactNode;
  /** Stands beside the title. */
  readonly aside?: ReactNode;
  /** Stays at the bottom while the content scrolls. */
  readonly footer?: ReactNode;
  readonly width?: 'narrow' | 'medium' | 'wide';
}

/** A modal on the native element: a sheet at the bottom of a phone, centred from 640 px, the whole of a tablet in the vehicle. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

/** The `ref` of the dialog: its opening animation starts at the pressed element. */
function openFromFocus(dialog: HTMLDialogElement): () => void {
  // Measure before anything changes: the page is laid out only once.
  const origin = document.activeElement?.getBoundingClientRect();
  const unlock = lockScrolling();
  const close = openModal(dialog);
  dialog.querySelector<HTMLElement>('.window-title[tabindex]')?.focus();
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
  const { onClose, title, closeLabel, children, back, aside, footer, width = 'medium' } = props;
  const titleId = useId();
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- pressing the backdrop is a shortcut for pointers; Escape and the close button do the same
    <dialog
      ref={openFromFocus}
      aria-labelledby={titleId}
      className="dialog window"
      data-width={width}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose?.();
      }}
      onCancel={(event) => {
        event.preventDefault();
        // React events bubble through nested dialogs, native ones do not.
        if (event.target === event.currentTarget) onClose?.();
      }}
    >
      <div className="window-header">
        {back}
        {/* Without a close button the focus would go to the text, with a frame around all of it. */}
        <h2
          key={title}
          id={titleId}
          ref={back ? focusOnMount : undefined}
          {...((back || !onClose) && { tabIndex: -1 })}
          className="window-title outline-none"
        >
          {title}
        </h2>
        {aside}
        {onClose && (
          <IconButton label={closeLabel} icon={<X size={28} aria-hidden="true" />} onClick={onClose} />
        )}
      </div>
      <div
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- lets the arrow keys scroll a long text
        tabIndex={0}
        className="window-content"
      >
        {children}
      </div>
      {footer && <div className="border-t border-line px-4 py-4 sm:px-6">{footer}</div>}
    </dialog>
  );
}
