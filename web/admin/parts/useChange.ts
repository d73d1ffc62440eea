import { useQueryClient } from '@tanstack/react-query';
import { useAction, type Action } from '../../forms/useAction.ts';
import { useForm, type Form, type FormOptions } from '../../forms/useForm.ts';
import type { ErrorPhrases } from '../../i18n/describeError.ts';
import { useFormDraft, useFormDraftStore, withDraft, type FormDraft } from './useFormDraft.ts';

/** The first part of every query key of this panel. */
export const adminKey = 'admin';

/** Loads all lists of the panel again. */
export function useReload(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: [adminKey] });
}

/**
 * Wraps a change to drivers or accounts: all lists of the panel load again before its result is there. A failed change is
 * logged, and the lists load again too: the record on the server often differs from the list by then.
 */
export function useReloading(): <Result>(change: () => Promise<Result>) => Promise<Result> {
  const reload = useReload();
  return async (change) => {
    try {
      const result = await change();
      await reload();
      return result;
    } catch (error) {
      console.error('A change failed', error);
      void reload();
      throw error;
    }
  };
}

/** A change to drivers or accounts, as an action. */
export function useChange<Input extends readonly unknown[], Result>(
  change: (...input: Input) => Promise<Result>,
  onDone: (result: Result, ...input: Input) => void,
  phrases?: ErrorPhrases,
): Action<Input, void> {
  const reloading = useReloading();
  return useAction(
    async (...input: Input) => onDone(await reloading(() => change(...input)), ...input),
    phrases,
  );
}

export interface ChangeFormOptions<Values, Saved> extends Omit<FormOptions<Values, void>, 'submit'> {
  /**
   * Sends the checked values.
   * @param keyOf the key by which the server recognises a repeated request with this content
   */
  readonly save: (values: Values, keyOf: (content: unknown) => string) => Promise<Saved>;
  readonly onSaved: (saved: Saved, values: Values) => void;
  /** Names the form, with the id of its record: what is typed stays on this device until it is saved. Files do not. */
  readonly draft?: string;
  /** Fields that the draft leaves out: passwords, and texts of files. */
  readonly notStored?: readonly (keyof Values & string)[];
  /** The initial values are those of a record, which may change while a draft waits. */
  readonly changesRecord?: boolean;
}

export interface ChangeForm<Values> extends Form<Values, void> {
  /** Undefined for a form without one. */
  readonly draft: FormDraft | undefined;
}

/** A change to drivers or accounts, as a form. */
export function useChangeForm<Values extends object, Saved>(
  options: ChangeFormOptions<Values, Saved>,
): ChangeForm<Values> {
  const { save, onSaved, draft, notStored, changesRecord = false, initial, ...rest } = options;
  const reloading = useReloading();
  const { store, keyOf, forget } = useFormDraftStore<Values>(draft);
  const form = useForm({
    ...rest,
    initial: withDraft(initial, store),
    submit: async (values) => {
      const saved = await reloading(() => save(values, keyOf));
      forget();
      onSaved(saved, values);
    },
  });
  return { ...form, draft: useFormDraft(store, { initial, changesRecord, notStored, ...form }) };
}
