import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAction } from '../../../forms/useAction.ts';
import { useDescribeError } from '../../../i18n/describeError.ts';
import { Optional } from '../../../ui/Boundary.tsx';
import { classes } from '../../../ui/classes.ts';
import { Notice } from '../../../ui/Notice.tsx';
import type { NamedAct } from '../../registry/acts.ts';
import { PopoverButton, type PopoverButtonProps, type PopoverTrigger } from '../PopoverButton.tsx';
import { useOpenedRow, useOnDone } from '../section.ts';
import { useBreakpoint } from '../list/List.tsx';
import { useReloading } from '../useChange.ts';
import { useRecordLocation } from './useRecordLocation.ts';
import { SmallButton, SmallIconButton } from '../SmallButton.tsx';

/** Something that can be done with a record. */
export interface Act extends Omit<NamedAct, 'isFor'> {
  /** The one that waits for somebody: the filled button of the page. */
  readonly isDue?: boolean;
  /** Something goes: it stands last, in red. */
  readonly isDangerous?: boolean;
  /** With the record's name: «Editar a Ana Soto». */
  readonly label?: string | undefined;
  /** Acts at once; without it the act's address opens. */
  readonly run?: (() => void) | undefined;
}

/** Says what was done: to the record by its name, and to as many as it went the same way with. */
interface Outcome {
  readonly one: string;
  /** Reverses the change of one record. */
  readonly undo?: () => Promise<void>;
  readonly many?: (count: number, shown: string) => string;
}

type AtLeastOne<Row> = readonly [Row, ...Row[]];

/** Changes a record, or each of several. */
export type RecordChange<Row> = (row: Row) => Promise<Outcome>;

/** An act on the records of a kind. One list of them feeds a row's menu, its page and the bar of the ticked rows. */
export interface RecordAct<Row> extends Omit<Act, 'run' | 'label'> {
  /** Gives the act a button of its own in a row; those without one stand behind one more. */
  readonly label?: (row: Row) => string;
  /** The records that have it; all unless given. */
  readonly isFor?: (row: Row) => boolean;
  /** In the bar of the ticked rows, too, or only there. */
  readonly many?: 'too' | 'only';
  /** Acts at once, like `run`, and says so. */
  readonly change?: RecordChange<Row>;
  readonly run?: (row: Row) => void;
  /** The dialog of the act, for the record or the ticked rows that have it. @param finish closes it and unticks the rows */
  readonly renderDialog?: (rows: AtLeastOne<Row>, close: () => void, finish: () => void) => ReactNode;
  /** The popover of an act that waits for a choice before it changes the ticked rows. */
  readonly renderChoices?: (
    rows: AtLeastOne<Row>,
    close: () => void,
    run: (change: RecordChange<Row>) => void,
  ) => ReactNode;
  /** The reason why the change of a ticked row failed; a general one unless given. */
  readonly describeError?: (error: unknown) => string;
}

interface RecordActsProps<Row> {
  readonly row: Row;
  readonly acts: readonly RecordAct<Row>[];
  /** With the record's name: «Más acciones para Ana Soto». */
  readonly moreLabel: string;
}

/** The acts of a list, as the column of its buttons takes them. */
export type ListActs<Row> = Pick<RecordActsProps<Row>, 'acts'>;

/** The acts that a record has, and why the last one that acted at once failed. */
function useActsOn<Row>(
  { row, acts }: Omit<RecordActsProps<Row>, 'moreLabel'>,
  onFailed?: (reason: string) => void,
) {
  const describe = useDescribeError();
  const say = useOnDone();
  const reloading = useReloading();
  const changing = useAction(async (change: RecordChange<Row>) => {
    try {
      const { one, undo } = await reloading(() => change(row));
      say(one, false, undo);
    } catch (error) {
      onFailed?.(describe(error));
      throw error;
    }
  });
  const runOf = ({ change, run }: RecordAct<Row>) => {
    if (change) return () => changing.run(change);
    return run && (() => run(row));
  };
  const own = acts.filter(({ many, isFor }) => many !== 'only' && (isFor?.(row) ?? true));
  return {
    own: own.map((act): Act => ({ ...act, label: act.label?.(row), run: runOf(act) })),
    errorText: changing.errorText,
  };
}

/** The acts of the record whose page is open, and the dialog of the one that the address names. */
export function PageActs<Row>(props: RecordActsProps<Row>) {
  const { row, acts, moreLabel } = props;
  const { act, close } = useRecordLocation();
  const { own, errorText } = useActsOn(props);
  return (
    <>
      <ActButtons acts={own} moreLabel={moreLabel} />
      {errorText && <Notice tone="error">{errorText}</Notice>}
      <Optional>{acts.find(({ id }) => id === act)?.renderDialog?.([row], close, close)}</Optional>
    </>
  );
}

/** The dialog of the act that the address names, in a list whose records have no page. */
export function OpenedAct<Row extends { readonly id: string }>(props: {
  readonly rows: readonly Row[] | undefined;
  readonly acts: readonly RecordAct<Row>[];
}) {
  const { act, record, close } = useRecordLocation();
  const row = useOpenedRow({ record }, props.rows);
  const opened = row && props.acts.find(({ id, isFor }) => id === act && (isFor?.(row) ?? true));
  return opened && <Optional>{opened.renderDialog?.([row], close, close)}</Optional>;
}

/** The acts of a row: those with a label as buttons, the others behind one more. A phone has no third button without a word. */
export function RowButtons<Row extends { readonly id: string }>(
  props: Omit<RecordActsProps<Row>, 'moreLabel'> & { readonly moreLabel?: string },
) {
  const { row, moreLabel = '' } = props;
  const say = useOnDone();
  const { open } = useRecordLocation();
  // A row has no room for the reason.
  const { own } = useActsOn(props, (reason) => say(reason, true));
  const isPhone = useBreakpoint() === 'cards';
  const labelled = own.filter(({ label }) => label !== undefined);
  const shown = isPhone && labelled.length < own.length ? labelled.slice(0, 1) : labelled;
  const others = own.filter((act) => !shown.includes(act));
  return (
    <div className="flex justify-end">
      {shown.map(({ id, label, icon: Icon, isDangerous = false, run }) => (
        <SmallIconButton
          key={id}
          label={label!}
          icon={<Icon size={20} />}
          isDanger={isDangerous}
          onClick={run ?? (() => open({ record: row.id, act: id }))}
        />
      ))}
      {others.length > 0 && <ActMenu label={moreLabel} record={row.id} acts={others} />}
    </div>
  );
}

/** The same of a list whose rows are edited in place. */
export interface EditableListActs<Row> extends ListActs<Row> {
  readonly onEdit: (row: Row) => void;
}

interface RowActsProps<Row> extends RecordActsProps<Row>, EditableListActs<Row> {
  readonly editLabel: string;
}

/** The button that edits a row in its list, and its other acts behind one more. */
export function RowActs<Row extends { readonly id: string }>(props: RowActsProps<Row>) {
  const { acts, editLabel, onEdit, ...others } = props;
  const editing = { label: () => editLabel, run: onEdit };
  return (
    <RowButtons {...others} acts={acts.map((act) => (act.id === 'edit' ? { ...act, ...editing } : act))} />
  );
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
      {acts.map(({ id, title, icon, isDue, isDangerous, run }, index) => (
        <SmallButton
          key={id}
          variant={isDue ? 'primary' : 'secondary'}
          icon={icon}
          onClick={run ?? (() => open({ act: id }))}
          className={classes('px-3', isDangerous && 'text-danger!', index >= phoneActs && 'max-md:hidden')}
        >
          {title}
        </SmallButton>
      ))}
      {acts.length > phoneActs && (
        <span className="md:hidden">
          <ActMenu label={moreLabel} record={record} acts={acts.slice(phoneActs)} />
        </span>
      )}
    </div>
  );
}

interface ActMenuProps
  extends Pick<ActButtonsProps, 'acts'>, Partial<Pick<PopoverButtonProps, 'renderButton'>> {
  /** With the row's name: «Más acciones para Ana Soto». */
  readonly label: string;
  readonly record: string;
}

/** The acts of a row, in words behind one button. */
export function ActMenu(props: ActMenuProps) {
  const { open } = useRecordLocation();
  const { label, record, acts } = props;
  const renderDots = (trigger: PopoverTrigger) => (
    <SmallIconButton {...trigger} label={label} icon={<Ellipsis size={22} />} />
  );
  return (
    <PopoverButton renderButton={props.renderButton ?? renderDots}>
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
