import { useState } from 'react';
import { toDataError } from '../../data/errors.ts';
import { useForm, type Form, type FormOptions } from '../../forms/useForm.ts';
import { useReloading } from './useChange.ts';

type Checks<Values> = Omit<FormOptions<Values, void>, 'initial' | 'submit'>;

export interface RecordFormOptions<Stored, Values, Saved> extends Checks<Values> {
  /** Null for a new record. */
  readonly record: Stored;
  readonly valuesOf: (record: Stored) => Values;
  /** The record as it is now; null when it is gone. */
  readonly load: (record: NonNullable<Stored>) => Promise<Stored | null>;
  /** Writes the values on top of the record that the draft began with. Fails with `edit_conflict` when that is outdated. */
  readonly save: (values: Values, base: Stored) => Promise<Saved>;
  readonly onSaved: (saved: Saved, values: Values) => void;
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
  const { record, valuesOf, load, save, onSaved, ...rest } = options;
  /** The record that the draft began with. */
  const [base, setBase] = useState(record);
  const reloading = useReloading();

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
  const form = useForm<Values, void>({
    ...rest,
    initial: valuesOf(record),
    submit: async (values) => onSaved(await reloading(() => saveOrRebase(values)), values),
  });
  return form;
}
