import { X } from 'lucide-react';
import { Button } from '../../ui/Button.tsx';

interface FilterChipProps {
  /** The driver or vehicle that the list is narrowed to. */
  readonly text: string;
  readonly clearLabel: string;
  readonly onClear: () => void;
}

/** Names the driver or vehicle whose rows are listed, and shows those of everybody again. */
export function FilterChip({ text, clearLabel, onClear }: FilterChipProps) {
  return (
    <Button
      size="compact"
      variant="secondary"
      icon={<X size={20} className="shrink-0" />}
      title={clearLabel}
      onClick={onClear}
      className="self-start"
    >
      {text}
      <span className="sr-only">{clearLabel}</span>
    </Button>
  );
}
