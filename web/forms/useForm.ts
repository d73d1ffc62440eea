import type * as v from 'valibot';
import { useState, type ChangeEvent } from 'react';
import type { FieldProblem, FieldProblems } from '../../shared/validation.ts';

/** The schemas and their library are a chunk of their own: nothing needs them before a form is sent. */
const loadValidation = () => import('../../shared/validation.ts');
type Validation = Awaited<ReturnType<typeof loadValidation>>;

/** A failure shows when the form is sent. */
const prepare = () => void loadValidation().catch(() => undefined);

export interface FieldBinding {
  readonly name: string;
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  readonly onFocus: () => void;
}

export interface Form<Name extends string> {
  readonly values: Readonly<Record<Name, string>>;
  /** What an input of that name needs. */
  readonly bind: (name: Name) => FieldBinding;
  readonly problem: (name: Name) => FieldProblem | undefined;
  /**
   * The checked values; or null, with the problems shown and the first of them in `element` focused.
   * Rejects when the schemas cannot be loaded.
   */
  readonly validate: <Entries extends v.ObjectEntries>(
    element: HTMLFormElement,
    schema: (validation: Validation) => v.ObjectSchema<Entries, undefined>,
  ) => Promise<v.InferOutput<v.ObjectSchema<Entries, undefined>> | null>;
  readonly setValue: (name: Name, value: string) => void;
  readonly clearProblems: () => void;
}

/** The texts of a form and the problems of its fields; a problem goes when its field is edited. */
export function useForm<Name extends string>(initial: Record<Name, string>): Form<Name> {
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState<FieldProblems<Record<Name, string>>>({});

  const setValue = (name: Name, value: string) => {
    setValues((current) => ({ ...current, [name]: value }));
    setProblems((current) => ({ ...current, [name]: undefined }));
  };

  return {
    values,
    bind: (name) => ({
      name,
      value: values[name],
      onChange: (event) => setValue(name, event.target.value),
      onFocus: prepare,
    }),
    problem: (name) => problems[name as keyof typeof problems],
    validate: async (element, schema) => {
      const validation = await loadValidation();
      const checked = validation.check(schema(validation), values);
      if (checked.ok) {
        setProblems({});
        return checked.values;
      }
      const found: Partial<Record<string, FieldProblem>> = checked.problems;
      setProblems(found as typeof problems);
      const inputs = Array.from(element.querySelectorAll('input'));
      inputs.find((input) => found[input.name] !== undefined)?.focus();
      return null;
    },
    setValue,
    clearProblems: () => setProblems({}),
  };
}
