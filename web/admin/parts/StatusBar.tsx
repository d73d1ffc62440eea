import { CircleAlert, CircleCheck, Trash2, Undo2, X } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';

export interface StatusBarProps {
  /** The outcome of the last action; empty for none. */
  readonly message: string;
  readonly failed: boolean;
  readonly dismissLabel: string;
  readonly onDismiss: () => void;
  /** A deletion that can be undone still; shown in place of `message`. */
  readonly undo: { readonly message: string; readonly label: string; readonly onUndo: () => void } | null;
}

/** Shows the outcome of an action. The element stays, so that screen readers notice each new message. */
export function StatusBar({ message, failed, dismissLabel, onDismiss, undo }: StatusBarProps) {
  const Icon = undo ? Trash2 : failed ? CircleAlert : CircleCheck;
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-20 z-20 flex justify-center px-4 text-snow">
      {(message || undo) && (
        <div className="pointer-events-auto flex max-w-xl items-center gap-3 rounded-control bg-deep py-1.5 pr-1.5 pl-4 shadow-dialog">
          <Icon size={24} aria-hidden="true" className="shrink-0 text-copper-light" />
          <p className="min-w-0 py-2 font-medium [overflow-wrap:anywhere]">{undo ? undo.message : message}</p>
          {undo ? (
            <Button
              size="compact"
              variant="secondary"
              icon={<Undo2 size={20} aria-hidden="true" />}
              onClick={undo.onUndo}
              className="shrink-0"
            >
              {undo.label}
            </Button>
          ) : (
            <IconButton
              size="compact"
              label={dismissLabel}
              icon={<X size={22} aria-hidden="true" />}
              onClick={onDismiss}
            />
          )}
        </div>
      )}
    </output>
  );
}
