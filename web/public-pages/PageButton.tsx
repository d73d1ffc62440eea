import type { LucideIcon } from 'lucide-react';
import { Button, type ButtonProps } from '../ui/Button.tsx';

interface PageButtonProps extends Omit<ButtonProps, 'icon'> {
  readonly icon: LucideIcon;
}

/** A button of a public page with its picture. */
export function PageButton({ icon: Icon, ...button }: PageButtonProps) {
  return <Button icon={<Icon size={24} className="shrink-0" aria-hidden="true" />} {...button} />;
}
