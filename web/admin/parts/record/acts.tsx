import { Ellipsis, type LucideIcon } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { classes } from '../../../ui/classes.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { PopoverButton } from '../PopoverButton.tsx';
import { useRecordLocation } from './useRecordLocation.ts';

/** Something that can be done with a record. One list of them feeds the row's menu and the page's header. */
export interface Act {
  /** Its name in the address. */
  readonly id: string;
  /** A verb: “Editar”. */
  readonly title: string;
  readonly icon: LucideIcon;
  /** The one that waits for somebody: the filled button of the page. */
  readonly isDue?: boolean;
  /** Something goes: it stands last, in red. */
  readonly isDangerous?: boolean;
  /** Acts at once; without it the act's address opens. */
  readonly run?: () => void;
}

interface ActButtonsProps {
  readonly acts: readonly Act[];
  /** With the record's name: «Más acciones para Ana Soto». */
  readonly moreLabel: string;
}

/** A phone has room for so many acts; its others stand behind a further button. */
const phoneActs = 2;

/** The acts of the record whose page is open. */
export function ActButtons({ acts, moreLabel }: ActButtonsProps) {
  const { record, open } = useRecordLocation();
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      {acts.map(({ id, title, icon: Icon, isDue, isDangerous, run }, index) => (
        <Button
          key={id}
          size="compact"
          variant={isDue ? 'primary' : 'secondary'}
          icon={<Icon size={20} className="shrink-0" />}
          onClick={run ?? (() => open({ act: id }))}
          className={classes('px-3', isDangerous && 'text-danger!', index >= phoneActs && 'max-md:hidden')}
        >
          {title}
        </Button>
      ))}
      {acts.length > phoneActs && (
        <span className="md:hidden">
          <ActMenu label={moreLabel} record={record} acts={acts.slice(phoneActs)} />
        </span>
      )}
    </div>
  );
}

interface ActMenuProps extends Pick<ActButtonsProps, 'acts'> {
  /** With the row's name: «Más acciones para Ana Soto». */
  readonly label: string;
  readonly record: string;
}

/** The acts of a row, in words behind one button. */
export function ActMenu({ label, record, acts }: ActMenuProps) {
  const { open } = useRecordLocation();
  return (
    <PopoverButton
      renderButton={(trigger) => (
        <IconButton {...trigger} size="compact" label={label} icon={<Ellipsis size={22} />} />
      )}
    >
      {(close) =>
        acts.map(({ id: act, title, icon: Icon, isDangerous, run = () => open({ record, act }) }) => (
          <button
            key={act}
            type="button"
            onClick={() => {
              // Before the act, which may take its own entry away: the focus goes back to the menu's button.
              close();
              run();
            }}
            className={classes(
              'flex min-h-11 w-full items-center gap-3 rounded-small px-3 text-left text-small font-semibold hover:bg-surface-sunken',
              isDangerous && 'text-danger',
            )}
          >
            <Icon size={20} className="shrink-0" />
            {title}
          </button>
        ))
      }
    </PopoverButton>
  );
}
