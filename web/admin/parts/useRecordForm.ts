import { useState } from 'react';
import { toDataError } from '../../data/errors.ts';
import { changedValues } from '../../forms/changedValues.ts';
import { useChangeForm, type ChangeForm, type ChangeFormOptions } from './useChange.ts';

export interface RecordFormOptions<Stored, Values, Saved> extends Omit<
  ChangeFormOptions<Values, Saved>,
  'initial' | 'save' | 'changesRecord'
> {
  /** Null for a new record. */
  readonly record: Stored;
  readonly valuesOf: (record: Stored) => Values;
  /** The record as it is now; null when it is gone. */
  readonly load: (record: NonNullable<Stored>) => Promise<Stored | null>;
  /**
   * Writes the values on top of the record that the draft began with. Fails with `edit_conflict` when that is outdated.
   * @param keyOf as in `ChangeFormOptions`, for a new record
   */
  readonly save: (values: Values, base: Stored, keyOf: (content: unknown) => string) => Promise<Saved>;
}

/**
 * The draft of a record with a version. When somebody else has saved the record meanwhile, the fields that the draft has not
 * changed take over their values, and the draft can be saved again.
 */
export function useRecordForm<Stored, Values extends object, Saved>(
  options: RecordFormOptions<Stored, Values, Saved>,
): ChangeForm<Values> {
  const { record, valuesOf, load, save, ...rest } = options;
  /** The record that the draft began with. */
  const [base, setBase] = useState(record);

  const saveOrRebase: ChangeFormOptions<Values, Saved>['save'] = async (values, keyOf) => {
    try {
      return await save(values, base, keyOf);
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
  const form = useChangeForm<Values, Saved>({
    ...rest,
    initial: valuesOf(base),
    changesRecord: base !== null,
    save: saveOrRebase,
  });
  return form;
}
