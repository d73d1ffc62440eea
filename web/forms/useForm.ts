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

type Problems<Values> = { readonly [Name in keyof Values & string]?: string | undefined };

export interface FormOptions<Values, Result> {
  readonly initial: Values;
  /** Checks the values before they are sent; without it they are sent as they are. */
  readonly schema?: (validation: Validation) => Schema;
  /** Finds what a schema cannot say: the problem of each invalid field, as a code of `phrases` or of the schemas. */
  readonly check?: (values: Values) => Problems<Values>;
  /** Sends the checked values. */
  readonly submit: (values: Values) => Promise<Result>;
  /** For errors and problems that mean something special in this form, by code. */
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

/** The props of a field that gives its value: a choice, a picker, a text of several lines. */
export interface ControlBinding<Value> {
  readonly value: Value;
  readonly error: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** The props of a box to tick. */
export interface CheckboxBinding {
  readonly checked: boolean;
  readonly error: string | undefined;
  readonly onChange: (checked: boolean) => void;
}

/** The names of the fields that hold such a value. */
type NameOf<Values, Value> = {
  [Name in keyof Values]: Values[Name] extends Value ? Name : never;
}[keyof Values] &
  string;

/** As much of a form as its text fields need. */
export interface FormFields<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  readonly field: (name: Name) => FieldBinding;
}

/** `error` and `errorText` concern the form as a whole; not `done` when a field was invalid. */
export interface Form<Values, Result> extends Omit<Action<never, Result>, 'run'> {
  readonly values: Values;
  readonly field: (name: NameOf<Values, string>) => FieldBinding;
  readonly control: <Name extends keyof Values & string>(name: Name) => ControlBinding<Values[Name]>;
  readonly checkbox: (name: NameOf<Values, boolean>) => CheckboxBinding;
  /** The error of a field, in the person's language. */
  readonly fieldError: (name: keyof Values & string) => string | undefined;
  readonly setValue: <Name extends keyof Values & string>(name: Name, value: Values[Name]) => void;
  readonly setValues: (change: (current: Values) => Values) => void;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  /** Forgets the errors of the fields, which `reset` keeps. */
  readonly clearFieldErrors: () => void;
}

/** The problem of a field by its code, or the error of the backend about it. */
type Faults = Partial<Record<string, string | DataError>>;

/** The errors of the fields, from the validation or from the backend. */
function useFaults(phrases: ErrorPhrases | undefined) {
  const { errors } = useMessages();
  const describe = useDescribeError(phrases);
  const [faults, setFaults] = useState<Faults>({});
  const textOf = (name: string): string | undefined => {
    const fault = faults[name];
    if (fault === undefined) return undefined;
    if (typeof fault !== 'string') return describe(fault);
    return phrases?.[fault] ?? errors.field[fault as FieldProblem];
  };
  return { setFaults, textOf };
}

/** The problems of the values, and the values as the schema read them. */
async function checkValues<Values extends object>(
  { schema, check }: Pick<FormOptions<Values, unknown>, 'schema' | 'check'>,
  values: Values,
): Promise<{ readonly problems: Problems<Values>; readonly checked: Values }> {
  const problems = check?.(values) ?? {};
  if (!schema) return { problems, checked: values };
  const validation = await loadValidation();
  const outcome = validation.check(schema(validation), values);
  if (outcome.ok) return { problems, checked: { ...values, ...outcome.values } };
  return { problems: { ...problems, ...outcome.problems }, checked: values };
}

/**
 * The values of a form, its validation and its submission. An invalid or rejected field gets the focus; its error goes
 * when the field is edited.
 */
export function useForm<Values extends object, Result>(
  options: FormOptions<Values, Result>,
): Form<Values, Result> {
  const { initial, submit, phrases, fieldOf = fieldOfError } = options;
  type Name = keyof Values & string;
  const [values, setValues] = useState(initial);
  const { setFaults, textOf } = useFaults(phrases);

  const { run, ...action } = useAction(async (form: HTMLFormElement): Promise<Result | null> => {
    const { problems, checked } = await checkValues(options, values);
    if (Object.values(problems).some(Boolean)) {
      flushSync(() => setFaults(problems));
      focusInvalid(form, false);
      return null;
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
    ...bindingsOf(values, textOf, setValue),
    values,
    setValue,
    setValues,
    onSubmit: (event) => {
      event.preventDefault();
      run(event.currentTarget);
    },
    clearFieldErrors: () => setFaults({}),
  };
}

/** The props of the inputs of each kind. */
function bindingsOf<Values extends object>(
  values: Values,
  fieldError: Form<Values, unknown>['fieldError'],
  setValue: Form<Values, unknown>['setValue'],
): Pick<Form<Values, unknown>, 'field' | 'control' | 'checkbox' | 'fieldError'> {
  return {
    fieldError,
    field: (name) => ({
      name,
      value: values[name] as string,
      error: fieldError(name),
      onChange: (event) => setValue(name, event.target.value as Values[typeof name]),
      onFocus: prepare,
    }),
    control: (name) => ({
      value: values[name],
      error: fieldError(name),
      onChange: (value) => setValue(name, value),
    }),
    checkbox: (name) => ({
      checked: values[name] as boolean,
      error: fieldError(name),
      onChange: (checked) => setValue(name, checked as Values[typeof name]),
    }),
  };
}
