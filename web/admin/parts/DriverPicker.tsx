import { Combobox } from '@base-ui/react/combobox';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Check, ChevronDown, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { listDriverOptions, optionsShown, type DriverOption } from '../../data/drivers/driverRecords.ts';
import { Field } from '../../forms/TextField.tsx';
import { Plate } from '../../components/Plate.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useDescribeError } from '../../i18n/describeError.ts';
import { classes } from '../../ui/classes.ts';
import { useTimerAfterPress } from '../../util/time/useTimerAfterPress.ts';
import { adminKey } from './useChange.ts';
import { SmallIconButton } from './SmallButton.tsx';

export interface DriverPickerProps {
  /** «Conductor asignado» unless given. */
  readonly label?: string;
  readonly value: DriverOption | null;
  readonly onChange: (driver: DriverOption | null) => void;
  readonly error?: string | undefined;
}

/** The pause in typing after which the server searches. */
const pauseMs = 250;

/** The text in the field, and the drivers that the server finds for it. */
function useDriverSearch(value: DriverOption | null) {
  const [text, setText] = useState(value?.name ?? '');
  const [open, setOpen] = useState(false);
  // The name of the chosen driver is no search: opening the list shows all of them.
  const [typed, setTyped] = useState(text);
  const search = typed === value?.name ? '' : typed.trim();
  const timer = useTimerAfterPress();
  const type = (next: string) => {
    setText(next);
    timer.start(pauseMs, () => setTyped(next));
  };
  const options = useQuery({
    queryKey: [adminKey, 'driver-options', search],
    queryFn: ({ signal }) => listDriverOptions(search, signal),
    placeholderData: keepPreviousData,
    enabled: open,
  });
  /** The list is empty, or that of an earlier text. */
  const isSearching = typed !== text || options.isPending || options.isPlaceholderData;
  return { text, type, open, setOpen, options, isSearching };
}

/** Chooses one of many drivers; the server searches. */
export function DriverPicker({ label, value, onChange, error }: DriverPickerProps) {
  const { userForm: t } = useNamespace('admin');
  const id = useId();
  // Inside the dialog: an element outside of a modal one can be neither seen nor reached.
  const container = useRef<HTMLDivElement>(null);
  const { text, type, open, setOpen, options, isSearching } = useDriverSearch(value);
  return (
    <Field id={id} label={label ?? t.driver} error={error}>
      <div ref={container}>
        <Combobox.Root
          items={options.data ?? []}
          filter={null}
          value={value}
          onValueChange={onChange}
          inputValue={text}
          onInputValueChange={type}
          open={open}
          onOpenChange={setOpen}
          itemToStringLabel={({ name }: DriverOption) => name}
          isItemEqualToValue={(item, chosen) => item.id === chosen.id}
          autoHighlight
        >
          <PickerInput id={id} error={error} searching={open && isSearching} />
          <Combobox.Portal container={container}>
            <Combobox.Positioner positionMethod="fixed" sideOffset={6} className="z-30">
              <Combobox.Popup className="w-(--anchor-width) overflow-hidden rounded-control border-2 border-line-strong bg-surface-raised text-ink shadow-dialog">
                <Combobox.Status className="text-small text-ink-soft">
                  <PickerStatus searching={isSearching} error={options.error} found={options.data?.length} />
                </Combobox.Status>
                <Combobox.List className="max-h-[min(var(--available-height),13.75rem)] overflow-y-auto overscroll-contain">
                  {(driver: DriverOption) => <Option key={driver.id} driver={driver} />}
                </Combobox.List>
              </Combobox.Popup>
            </Combobox.Positioner>
          </Combobox.Portal>
        </Combobox.Root>
      </div>
    </Field>
  );
}

interface DriversFieldProps {
  readonly legend: string;
  /** Shown while no driver is chosen. */
  readonly hint: string;
  readonly addLabel: string;
  /** Labels the button that takes a driver out. */
  readonly removeLabel: (name: string) => string;
  readonly error?: string | undefined;
  readonly value: readonly DriverOption[];
  readonly onChange: (drivers: readonly DriverOption[]) => void;
}

/** Chooses several drivers, one after the other. */
export function DriversField(props: DriversFieldProps) {
  const { legend, hint, addLabel, removeLabel, error, value: drivers, onChange } = props;
  const add = (driver: DriverOption | null) => {
    if (driver && !drivers.some(({ id }) => id === driver.id)) onChange([...drivers, driver]);
  };
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-1 font-semibold">{legend}</legend>
      {drivers.length === 0 && <p className="text-small text-ink-soft">{hint}</p>}
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {drivers.map((driver) => (
          <li
            key={driver.id}
            className="flex items-center gap-1 rounded-full border-2 border-line-strong pl-4 [overflow-wrap:anywhere]"
          >
            {driver.name}
            <SmallIconButton
              label={removeLabel(driver.name)}
              icon={<X size={20} />}
              onClick={() => onChange(drivers.filter(({ id }) => id !== driver.id))}
            />
          </li>
        ))}
      </ul>
      {/* Begins anew after each choice. */}
      <DriverPicker key={drivers.length} label={addLabel} value={null} error={error} onChange={add} />
    </fieldset>
  );
}

const buttonClass =
  'inline-flex size-11 items-center justify-center rounded-control text-ink-soft hover:bg-accent-soft hover:text-accent';

interface PickerInputProps {
  readonly id: string;
  readonly error: string | undefined;
  readonly searching: boolean;
}

function PickerInput({ id, error, searching }: PickerInputProps) {
  const { userForm: t } = useNamespace('admin');
  return (
    <Combobox.InputGroup className="relative">
      <Combobox.Input
        id={id}
        placeholder={t.driverPlaceholder}
        onKeyDown={(event) => {
          if (!searching || event.key !== 'Enter') return;
          // It would choose the first driver of the search before, or submit the form around the field.
          event.preventDefault();
          event.preventBaseUIHandler();
        }}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        className={classes(
          'min-h-14 w-full truncate rounded-control border-2 bg-surface-raised pr-26 pl-4 text-body text-ink placeholder-shown:pr-14',
          'placeholder:text-ink-soft focus-visible:outline-offset-1',
          error ? 'border-danger' : 'border-line-strong',
        )}
      />
      <div className="absolute inset-y-0 right-1 flex items-center">
        <Combobox.Clear aria-label={t.driverClear} title={t.driverClear} className={buttonClass}>
          <X size={22} />
        </Combobox.Clear>
        <Combobox.Trigger aria-label={t.driverOpen} title={t.driverOpen} className={buttonClass}>
          <ChevronDown size={24} />
        </Combobox.Trigger>
      </div>
    </Combobox.InputGroup>
  );
}

function Option({ driver }: { driver: DriverOption }) {
  return (
    <Combobox.Item
      value={driver}
      className="flex min-h-12 cursor-pointer items-center gap-3 px-4 py-2 data-highlighted:bg-accent-soft"
    >
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">{driver.name}</span>
      <Combobox.ItemIndicator className="text-accent">
        <Check size={20} />
      </Combobox.ItemIndicator>
      <Plate variant="tag" plate={driver.license_plate} />
    </Combobox.Item>
  );
}

interface PickerStatusProps {
  readonly searching: boolean;
  readonly error: Error | null;
  readonly found: number | undefined;
}

/** The state of the search, where the list does not show it. */
function PickerStatus({ searching, error, found }: PickerStatusProps) {
  const describe = useDescribeError();
  const { userForm: t } = useNamespace('admin');
  if (error) return <p className="px-4 py-3 text-danger">{describe(error)}</p>;
  if (found === 0 && !searching) return <p className="px-4 py-3">{t.driverNone}</p>;
  if (searching && !found) return <p className="px-4 py-3">{t.driverSearching}</p>;
  return found === optionsShown ? <p className="border-b border-line px-4 py-2">{t.driverMore}</p> : null;
}
