import { useState } from 'react';
import { toDataError } from '../../data/errors.ts';
import type { Form } from '../../forms/useForm.ts';
import { useChangeForm, type ChangeFormOptions } from './useChange.ts';

export interface RecordFormOptions<Stored, Values, Saved> extends Omit<
  ChangeFormOptions<Values, Saved>,
  'initial' | 'save'
> {
  /** Null for a new record. */
  readonly record: Stored;
  readonly valuesOf: (record: Stored) => Values;
  /** The record as it is now; null when it is gone. */
  readonly load: (record: NonNullable<Stored>) => Promise<Stored | null>;
  /** Writes the values on top of the record that the draft began with. Fails with `edit_conflict` when that is outdated. */
  readonly save: (values: Values, base: Stored) => Promise<Saved>;
}

/** A value as text; the order of a list does not count. */
const textOf = (value: unknown): string =>
  Array.isArray(value) ? JSON.stringify(value.map(textOf).sort()) : JSON.stringify(value);

/** The values in which a draft differs from those it began with. */
export function changedValues<Values extends object>(before: Values, draft: Values): Partial<Values> {
  const names = Object.keys(draft) as (keyof Values)[];
  const changed = names.filter((name) => textOf(draft[name]) !== textOf(before[name]));
  return Object.fromEntries(changed.map((name) => [name, draft[name]])) as Partial<Values>;
}

/**
 * The draft of a record with a version. When somebody else has saved the record meanwhile, the fields that the draft has not
 * changed take over their values, and the draft can be saved again.
 */
export function useRecordForm<Stored, Values extends object, Saved>(
  options: RecordFormOptions<Stored, Values, Saved>,
): Form<Values, void> {
  const { record, valuesOf, load, save, ...rest } = options;
  /** The record that the draft began with. */
  const [base, setBase] = useState(record);

  const saveOrRebase = async (values: Values): Promise<Saved> => {
    try {
      return await save(values, base);
    } catch (error) {
      const isOvertaken = base && toDataError(error).code === 'edit_conflict';
      const current = isOvertaken ? await load(base) : null;
      if (current) {
        setBase(current);
        form.setValues((draft) => ({ ...valuesOf(current), ...changedValues(valuesOf(base), draft) }));
      }
      throw error;
    }
  };
  const form = useChangeForm<Values, Saved>({ ...rest, initial: valuesOf(record), save: saveOrRebase });
  return form;
}
