import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';

export interface MoreButtonProps {
  /** Names the text for screen readers: several of these buttons may be on the page. */
  readonly about: string;
  /** Whether the whole text is shown. */
  readonly open: boolean;
  readonly onToggle: () => void;
  readonly className?: string;
}

/** Shows the rest of a text, and hides it again. */
export function MoreButton({ about, open, onToggle, className }: MoreButtonProps) {
  const { steps } = useNamespace('panels');
  const label = open ? steps.less : steps.more;
  return (
    <Button
      variant="secondary"
      aria-expanded={open}
      aria-label={`${label}: ${about}`}
      onClick={onToggle}
      {...(className !== undefined && { className })}
    >
      {label}
    </Button>
  );
}
