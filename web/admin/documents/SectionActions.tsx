import { CalendarDays, FileUp, Grid3x3, List, Settings2, Upload, type LucideIcon } from 'lucide-react';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import type { ListLocation } from '../parts/section.ts';

interface SectionActionsProps {
  readonly location: ListLocation;
  readonly onOpen: (dialog: 'rules' | 'file' | 'upload') => void;
}

/** Chooses list, grid or calendar, and opens the dialogs for many documents and for the rules. */
export function SectionActions({ location, onOpen }: SectionActionsProps) {
  const t = useNamespace('documents');
  const bulk = useNamespace('documentBulk');
  const dialogs: readonly (readonly ['rules' | 'file' | 'upload', string, LucideIcon])[] = [
    ['file', bulk.file.open, FileUp],
    ['upload', bulk.upload.open, Upload],
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

/** The view stands in the address; the list is the one without a name. */
function ViewSwitch({ location }: Pick<SectionActionsProps, 'location'>) {
  const t = useNamespace('documents');
  const { views } = useNamespace('documentBulk');
  const shown = location.filter('view');
  const choices: readonly (readonly [view: string, label: string, Icon: LucideIcon])[] = [
    ['', views.list, List],
    ['grid', views.grid, Grid3x3],
    ['calendar', t.calendar, CalendarDays],
  ];
  const isShown = (view: string) =>
    view === shown || (view === '' && !choices.some(([each]) => each === shown));
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
          onClick={() => location.setFilters({ view, day: '' })}
        />
      ))}
    </fieldset>
  );
}
