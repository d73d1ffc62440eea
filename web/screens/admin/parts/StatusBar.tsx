import { CircleCheck, X } from 'lucide-react';
import { useEffect } from 'react';
import { IconButton } from '../../../ui/IconButton.tsx';

export interface StatusBarProps {
  /** What was done; empty when there is nothing to say. */
  readonly message: string;
  readonly dismissLabel: string;
  readonly onDismiss: () => void;
}

const shownFor = 8_000;

/** Says what was done. The element stays, so that screen readers notice each new message. */
export function StatusBar({ message, dismissLabel, onDismiss }: StatusBarProps) {
  useEffect(() => {
    if (!message) return undefined;
    const timer = setTimeout(onDismiss, shownFor);
    return () => clearTimeout(timer);
  }, [message, onDismiss]);

  return (
    <output className="pointer-events-none fixed inset-x-0 bottom-20 z-20 flex justify-center px-4 text-snow">
      {message && (
        <div className="pointer-events-auto flex max-w-xl items-center gap-3 rounded-control bg-deep py-1.5 pr-1.5 pl-4 shadow-dialog">
          <CircleCheck size={24} aria-hidden="true" className="shrink-0 text-copper-light" />
          <p className="min-w-0 py-2 font-medium">{message}</p>
          <IconButton
            size="compact"
            label={dismissLabel}
            icon={<X size={22} aria-hidden="true" />}
            onClick={onDismiss}
          />
        </div>
      )}
    </output>
  );
}
