import { SelectField, type SelectFieldProps } from '../../../forms/SelectField.tsx';
import type { Filter } from './filter.ts';

interface FilterSelectProps<Name extends string> extends Pick<
  SelectFieldProps<string>,
  'label' | 'options' | 'className'
> {
  readonly filter: Omit<Filter<Readonly<Record<Name, string>>>, 'clear'>;
  readonly name: Name;
  /** Names the choice that leaves no row out. */
  readonly all: string;
}

/** Narrows a list to one of several values, or to none. */
export function FilterSelect<Name extends string>(props: FilterSelectProps<Name>) {
  const { filter, name, all, options, ...field } = props;
  return (
    <SelectField
      {...field}
      hideLabel
      value={filter.values[name]}
      options={[{ value: '', label: all }, ...options]}
      onChange={(value) => filter.set({ [name]: value })}
    />
  );
}
