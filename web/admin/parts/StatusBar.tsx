import { CircleAlert, CircleCheck, Trash2, Undo2, X } from 'lucide-react';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import type { Removal } from './useRemovals.ts';

export interface StatusBarProps {
  /** The outcome of the last action; empty text for none. */
  readonly message: { readonly text: string; readonly failed: boolean };
  readonly onDismiss: () => void;
  /** A deletion that can be undone still; shown in place of `message`. */
  readonly pending: Removal | null;
  readonly onUndo: () => void;
}

/** Shows the outcome of an action. The element stays, so that screen readers notice each new message. */
export function StatusBar({ message, onDismiss, pending, onUndo }: StatusBarProps) {
  const { dismiss, removal } = useNamespace('admin');
  const Icon = pending ? Trash2 : message.failed ? CircleAlert : CircleCheck;
  const text = pending?.announcement ?? message.text;
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-20 z-20 flex justify-center px-4 text-snow">
      {text && (
        <div className="pointer-events-auto flex max-w-xl items-center gap-3 rounded-control bg-deep py-1.5 pr-1.5 pl-4 shadow-dialog">
          <Icon size={24} className="shrink-0 text-copper-light" />
          <p className="min-w-0 py-2 font-medium [overflow-wrap:anywhere]">{text}</p>
          {pending ? (
            <Button
              size="compact"
              variant="secondary"
              icon={<Undo2 size={20} />}
              onClick={onUndo}
              className="shrink-0"
            >
              {removal.undo}
            </Button>
          ) : (
            <IconButton size="compact" label={dismiss} icon={<X size={22} />} onClick={onDismiss} />
          )}
        </div>
      )}
    </output>
  );
}
