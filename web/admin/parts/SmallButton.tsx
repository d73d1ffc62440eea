import type { LucideIcon } from 'lucide-react';
import { Link } from 'wouter';
import { Button, type ButtonProps } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { IconButton, type IconButtonProps } from '../../ui/IconButton.tsx';

export interface SmallButtonProps extends Omit<ButtonProps, 'size' | 'icon'> {
  readonly icon?: LucideIcon;
}

/** A button for one of several acts. */
export function SmallButton({ icon: Icon, ...button }: SmallButtonProps) {
  const icon = Icon && <Icon size={20} className="shrink-0" />;
  return <Button size="compact" variant="secondary" icon={icon} {...button} />;
}

interface SmallIconButtonProps extends Omit<IconButtonProps, 'size'> {
  /** Something goes. */
  readonly isDanger?: boolean;
}

/** The same without words. */
export function SmallIconButton({ isDanger, className, ...button }: SmallIconButtonProps) {
  const danger = isDanger && 'text-danger hover:bg-danger-soft hover:text-danger';
  return <IconButton size="compact" {...button} className={classes(danger, className)} />;
}

interface SmallLinkProps {
  readonly href: string;
  readonly icon?: LucideIcon;
  readonly children: string;
}

/** A link to another page of the panel. */
export function SmallLink({ href, icon: Icon, children }: SmallLinkProps) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-accent underline-offset-4 hover:underline"
    >
      {Icon && <Icon size={18} aria-hidden="true" />}
      <span>{children}</span>
    </Link>
  );
}
