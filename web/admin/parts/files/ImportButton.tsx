import { FileUp } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { useRecordLocation } from '../record/useRecordLocation.ts';

interface ImportButtonProps {
  readonly label: string;
  /** Where its words have no room beside the filters of the list: nowhere unless given. */
  readonly iconOnly?: keyof typeof shapes;
}

const shapes = {
  /** An upright tablet. */
  tablet: { button: 'md:max-lg:px-2.5', label: 'md:max-lg:sr-only' },
  computer: { button: 'lg:px-2.5', label: 'lg:sr-only' },
};

/** Opens the act `import` of a list: the dialog for a file of its rows. */
export function ImportButton({ label, iconOnly }: ImportButtonProps) {
  const { open } = useRecordLocation();
  const shape = iconOnly && shapes[iconOnly];
  return (
    <Button
      size="compact"
      variant="secondary"
      icon={<FileUp size={22} />}
      title={label}
      onClick={() => open({ act: 'import' })}
      className={classes(shape?.button)}
    >
      <span className={shape?.label}>{label}</span>
    </Button>
  );
}
