import { FileUp, Grid3x3, List, Settings2, type LucideIcon } from 'lucide-react';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ListLocation } from '../parts/section.ts';

/** Whether the address shows the list. */
export const isList = (location: ListLocation): boolean => location.filter('view') === 'list';

interface SectionActionsProps {
  readonly location: ListLocation;
  readonly onOpen: (dialog: 'rules' | 'file') => void;
}

/** Chooses grid or list, and opens the dialogs for a file of documents and for the rules. */
export function SectionActions({ location, onOpen }: SectionActionsProps) {
  const t = useNamespace('documents');
  const dialogs: readonly (readonly ['rules' | 'file', string, LucideIcon])[] = [
    ['file', t.file.open, FileUp],
    ['rules', t.rules, Settings2],
  ];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ViewSwitch location={location} />
      {dialogs.map(([dialog, label, Icon]) => (
        <IconButton
          key={dialog}
          size="compact"
          label={label}
          icon={<Icon size={22} />}
          className="border-2 border-line-strong"
          onClick={() => onOpen(dialog)}
        />
      ))}
    </div>
  );
}

/** The view stands in the address; the grid is the one without a name. */
function ViewSwitch({ location }: Pick<SectionActionsProps, 'location'>) {
  const { views } = useNamespace('documents');
  const choices: readonly (readonly [view: string, label: string, Icon: LucideIcon])[] = [
    ['', views.grid, Grid3x3],
    ['list', views.list, List],
  ];
  const isShown = (view: string) => (view === 'list') === isList(location);
  return (
    <fieldset className="flex rounded-control border-2 border-line-strong">
      <legend className="sr-only">{views.label}</legend>
      {choices.map(([view, label, Icon]) => (
        <IconButton
          key={view}
          size="compact"
          label={label}
          icon={<Icon size={22} />}
          aria-pressed={isShown(view)}
          className={classes(isShown(view) && 'bg-accent-soft text-accent')}
          onClick={() => location.setFilters({ view })}
        />
      ))}
    </fieldset>
  );
}
