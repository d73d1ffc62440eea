import type { ReactNode } from 'react';

export interface EmptyStateProps {
  readonly title: string;
  readonly icon?: ReactNode;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

/** Shown where a list or a screen has nothing to show. */
export function EmptyState({ title, icon, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-3 px-6 py-10 text-center">
      {icon && <div className="text-accent">{icon}</div>}
      <h2 className="headline text-lead">{title}</h2>
      {children && <div className="text-ink-soft">{children}</div>}
      {action && <div className="mt-3">{action}</div>}
    </div>
  );
}
