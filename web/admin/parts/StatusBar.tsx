import { CircleAlert, CircleCheck, Hourglass, Undo2, X } from 'lucide-react';
import { useNamespace } from '../../i18n/namespaces.ts';
import type { Removal } from './useRemovals.ts';
import { SmallButton, SmallIconButton } from './SmallButton.tsx';

/** The outcome of an act; empty text for none. */
export interface StatusMessage {
  readonly text: string;
  readonly failed: boolean;
  /** Reverses the act. */
  readonly undo?: (() => Promise<void>) | undefined;
}

export interface StatusBarProps {
  readonly message: StatusMessage;
  readonly onDismiss: () => void;
  /** A deletion that can be undone still; shown in place of `message`. */
  readonly pending: Removal | null;
  readonly onUndo: () => void;
}

/**
 * Shows the outcome of an action, below the places, or on a phone over their bar: it covers no row of a list. The element stays,
 * so that screen readers notice each new message.
 */
export function StatusBar({ message, onDismiss, pending, onUndo }: StatusBarProps) {
  const { dismiss, removal } = useNamespace('admin');
  const Icon = pending ? Hourglass : message.failed ? CircleAlert : CircleCheck;
  const text = pending?.announcement ?? message.text;
  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-0 z-20 flex justify-center px-2 pb-[calc(0.25rem+env(safe-area-inset-bottom))] text-snow lg:right-auto lg:bottom-3 lg:left-[max(0.75rem,50vw-45.25rem)] lg:w-40 lg:p-0">
      {text && (
        <div className="pointer-events-auto flex w-full max-w-xl items-center gap-3 rounded-control bg-deep py-1 pr-1.5 pl-4 shadow-dialog lg:flex-wrap lg:gap-x-2 lg:gap-y-0 lg:p-1.5">
          <Icon size={24} className="shrink-0 text-copper-light" />
          <p className="min-w-0 flex-1 text-small leading-tight font-medium [overflow-wrap:anywhere] lg:order-last lg:basis-full lg:py-1">
            {text}
          </p>
          {pending || message.undo ? (
            <SmallButton icon={Undo2} onClick={onUndo} className="shrink-0 lg:ml-auto lg:px-2">
              {removal.undo}
            </SmallButton>
          ) : (
            <span className="lg:ml-auto">
              <SmallIconButton label={dismiss} icon={<X size={22} />} onClick={onDismiss} />
            </span>
          )}
        </div>
      )}
    </output>
  );
}
