import { MailX } from 'lucide-react';
import type { ReactNode } from 'react';
import { getEnvironment } from '../../data/environment.ts';

interface MailNoteProps {
  /** The mails that are not sent, and what to do instead. */
  readonly children: ReactNode;
}

/** Says that mails stay on the server, while it has no mail server to send them with. A static host cannot tell. */
export function MailNote({ children }: MailNoteProps) {
  if (getEnvironment().mail !== 'stored') return null;
  return (
    <p className="flex items-start gap-2 text-small text-ink-soft">
      <MailX size={20} className="shrink-0" aria-hidden="true" />
      {children}
    </p>
  );
}
