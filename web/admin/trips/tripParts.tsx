import type { LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import type { Trip } from '../../data/trips/trips.ts';
import { Button } from '../../ui/Button.tsx';
import type { SectionProps } from '../parts/section.ts';

/** The props of a part of a trip's page. */
export interface TripProps extends Pick<SectionProps, 'onDone'> {
  readonly trip: Trip;
}

/** The props of a dialog about a trip. */
export interface TripDialogProps extends TripProps {
  readonly onClose: () => void;
}

interface SmallButtonProps {
  readonly icon?: LucideIcon;
  readonly busy?: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

/** A button for one of several acts. */
export function SmallButton({ icon: Icon, ...button }: SmallButtonProps) {
  return (
    <Button
      size="compact"
      variant="secondary"
      {...(Icon && { icon: <Icon size={20} className="shrink-0" /> })}
      {...button}
    />
  );
}

/** A link to another page of the panel. */
export function SmallLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-11 items-center font-semibold text-accent underline-offset-4 hover:underline"
    >
      {children}
    </Link>
  );
}
