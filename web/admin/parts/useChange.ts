import { useQueryClient } from '@tanstack/react-query';
import { useAction, type Action } from '../../forms/useAction.ts';
import { useForm, type Form, type FormOptions } from '../../forms/useForm.ts';
import type { ErrorPhrases } from '../../i18n/describeError.ts';

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
  /** Sends the checked values. */
  readonly save: (values: Values) => Promise<Saved>;
  readonly onSaved: (saved: Saved, values: Values) => void;
}

/** A change to drivers or accounts, as a form. */
export function useChangeForm<Values extends object, Saved>(
  options: ChangeFormOptions<Values, Saved>,
): Form<Values, void> {
  const { save, onSaved, ...form } = options;
  const reloading = useReloading();
  return useForm({
    ...form,
    submit: async (values) => onSaved(await reloading(() => save(values)), values),
  });
}
