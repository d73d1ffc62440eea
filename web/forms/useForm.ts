import { useState, type ChangeEvent, type FormEvent } from 'react';
import { flushSync } from 'react-dom';
import type { FieldProblem, Schema } from '../../shared/validation.ts';
import { toDataError, type DataError } from '../data/errors.ts';
import { useDescribeError, type ErrorPhrases } from '../i18n/describeError.ts';
import { fieldOfError } from './fieldOfError.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { focusInvalid } from './focusField.ts';
import { useAction, type Action } from './useAction.ts';

/** The schemas are a chunk of their own: nothing needs them before a form is sent. */
const loadValidation = () => import('../../shared/validation.ts');
type Validation = Awaited<ReturnType<typeof loadValidation>>;

/** Loads them while somebody types; an error shows when the form is sent. */
const prepare = () => void loadValidation().catch(() => undefined);

export interface FormOptions<Values, Result> {
  readonly initial: Values;
  /** Checks the values before they are sent; without it they are sent as they are. */
  readonly schema?: (validation: Validation) => Schema;
  /** Sends the checked values. */
  readonly submit: (values: Values) => Promise<Result>;
  /** For errors that mean something special in this form, by code. */
  readonly phrases?: ErrorPhrases;
  /** The field that an error of the backend is about; undefined for the form as a whole. */
  readonly fieldOf?: (error: DataError) => string | undefined;
}

/** The props of a text field. */
export interface FieldBinding {
  readonly name: string;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onFocus: () => void;
}

/** The names of the fields that hold text. */
type TextName<Values> = { [Name in keyof Values]: Values[Name] extends string ? Name : never }[keyof Values] &
  string;

/** As much of a form as its text fields need. */
export interface FormFields<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  readonly field: (name: Name) => FieldBinding;
}

/** `error` and `errorText` concern the form as a whole; not `done` when a field was invalid. */
export interface Form<Values, Result> extends Omit<Action<never, Result>, 'run'> {
  readonly values: Values;
  readonly field: (name: TextName<Values>) => FieldBinding;
  /** The error of a field, in the person's language. */
  readonly fieldError: (name: keyof Values & string) => string | undefined;
  readonly setValue: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  readonly setValues: (change: (current: Values) => Values) => void;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Forgets the errors of the fields, which `reset` keeps. */
  readonly clearFieldErrors: () => void;
}

type Faults = Partial<Record<string, FieldProblem | DataError>>;

/** The errors of the fields, from the validation or from the backend. */
function useFaults(phrases: ErrorPhrases | undefined) {
  const { errors } = useMessages();
  const describe = useDescribeError(phrases);
  const [faults, setFaults] = useState<Faults>({});
  const textOf = (name: string): string | undefined => {
    const fault = faults[name];
    if (fault === undefined) return undefined;
    return typeof fault === 'string' ? errors.field[fault] : describe(fault);
  };
  return { setFaults, textOf };
}

/**
 * The values of a form, its validation and its submission. An invalid or rejected field gets the focus; its error goes
 * when the field is edited.
 */
export function useForm<Values extends object, Result>(
  options: FormOptions<Values, Result>,
): Form<Values, Result> {
  const { initial, schema, submit, phrases, fieldOf = fieldOfError } = options;
  type Name = keyof Values & string;
  const [values, setValues] = useState(initial);
  const { setFaults, textOf } = useFaults(phrases);

  const { run, ...action } = useAction(async (form: HTMLFormElement): Promise<Result | null> => {
    let checked = values;
    if (schema) {
      const validation = await loadValidation();
      const outcome = validation.check(schema(validation), values);
      if (!outcome.ok) {
        flushSync(() => setFaults(outcome.problems));
        focusInvalid(form, false);
        return null;
      }
      checked = { ...values, ...outcome.values };
    }
    setFaults({});
    try {
      return await submit(checked);
    } catch (error) {
      const name = fieldOf(toDataError(error));
      if (name === undefined) throw error;
      flushSync(() => setFaults({ [name]: toDataError(error) }));
      // The person types a rejected value anew.
      if (focusInvalid(form, true)) return null;
      // The form does not show such a field.
      throw error;
    }
  }, phrases);

  const setValue = <Key extends Name>(name: Key, value: Values[Key]) => {
    setValues((current) => ({ ...current, [name]: value }));
    setFaults((current) => ({ ...current, [name]: undefined }));
  };

  return {
    ...action,
    values,
    setValue,
    setValues,
    fieldError: textOf,
    field: (name) => ({
      name,
      value: values[name] as string,
      error: textOf(name),
      onChange: (event) => setValue(name, event.target.value as Values[typeof name]),
      onFocus: prepare,
    }),
    onSubmit: (event) => {
      event.preventDefault();
      run(event.currentTarget);
    },
    clearFieldErrors: () => setFaults({}),
  };
}
