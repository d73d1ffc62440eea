import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes.ts';

export interface NoticeProps {
  readonly tone: 'error' | 'success' | 'info';
  readonly children: ReactNode;
  readonly className?: string;
}

const tones = {
  error: { box: 'bg-danger-soft text-danger', Icon: CircleAlert },
  success: { box: 'bg-success-soft text-success', Icon: CircleCheck },
  info: { box: 'bg-accent-soft text-ink', Icon: Info },
};

/** Scrolls the result of a long form into view. */
const reveal = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/** A message that screen readers announce: an error at once, the others at the next pause. */
export function Notice({ tone, children, className }: NoticeProps) {
  const { box, Icon } = tones[tone];
  return (
    <div
      ref={tone === 'info' ? undefined : reveal}
      role={tone === 'error' ? 'alert' : 'status'}
      className={classes('flex items-start gap-3 rounded-control px-4 py-3 font-medium', box, className)}
    >
      <Icon size={24} className="shrink-0" aria-hidden="true" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
