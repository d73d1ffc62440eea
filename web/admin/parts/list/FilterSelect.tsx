import { SelectField, type SelectFieldProps } from '../../../forms/SelectField.tsx';
import type { Filter } from './filter.ts';

interface FilterSelectProps<Name extends string> extends Pick<SelectFieldProps<string>, 'label' | 'options'> {
  readonly filter: Pick<Filter<Readonly<Record<Name, string>>>, 'values' | 'set'>;
  readonly name: Name;
  /** Names the choice that leaves no row out. */
  readonly all: string;
}

/** Narrows a list to one of several values, or to none. */
export function FilterSelect<Name extends string>(props: FilterSelectProps<Name>) {
  const { filter, name, all, options, label } = props;
  return (
    <SelectField
      hideLabel
      label={label}
      value={filter.values[name]}
      options={[{ value: '', label: all }, ...options]}
      onChange={(value) => filter.set({ [name]: value })}
      className="max-md:min-w-0 md:max-w-72 md:min-w-52 md:flex-1 lg:min-w-44"
    />
  );
}
