import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import type { NamedAct } from '../../registry/acts.ts';
import { useRecordLocation } from '../record/useRecordLocation.ts';

interface ImportButtonProps {
  readonly act: NamedAct;
  /** Where its words have no room beside the filters of the list: nowhere unless given. */
  readonly iconOnly?: keyof typeof shapes;
}

const shapes = {
  /** An upright tablet. */
  tablet: { button: 'md:max-lg:px-2.5', label: 'md:max-lg:sr-only' },
  /** All buttons stand in a row there, and a price above the fold. */
  phone: { button: 'max-md:px-2.5', label: 'max-md:sr-only' },
  computer: { button: 'lg:px-2.5', label: 'lg:sr-only' },
};

/** Opens the dialog for a file of a list's rows. */
export function ImportButton({ act: { id, title, icon: Icon }, iconOnly }: ImportButtonProps) {
  const { open } = useRecordLocation();
  const shape = iconOnly && shapes[iconOnly];
  return (
    <Button
      size="compact"
      variant="secondary"
      icon={<Icon size={22} />}
      title={title}
      onClick={() => open({ act: id })}
      className={classes(shape?.button)}
    >
      <span className={shape?.label}>{title}</span>
    </Button>
  );
}
