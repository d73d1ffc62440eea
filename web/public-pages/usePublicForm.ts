import { useState, type FormEvent } from 'react';

/**
 * The values of a form on a public page. It shows problems once the person has tried to send it.
 * @param problemsOf whether the values have each problem
 * @param onValid gets the values when nothing is wrong with them
 */
export function usePublicForm<Values extends object, Problem extends string>(
  empty: Values,
  problemsOf: (values: Values) => Readonly<Record<Problem, boolean>>,
  onValid: (values: Values) => void,
) {
  const [values, setValues] = useState(empty);
  const [tried, setTried] = useState(false);
  const problems = problemsOf(values);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!Object.values(problems).includes(true)) {
      onValid(values);
      return;
    }
    const form = event.currentTarget;
    // After the errors have been drawn.
    requestAnimationFrame(() =>
      form.querySelector<HTMLElement>('[aria-invalid=true], fieldset[data-invalid] input')?.focus(),
    );
  };
  return {
    values,
    has: (problem: Problem) => tried && problems[problem],
    set: (changes: Partial<Values>) => setValues((current) => ({ ...current, ...changes })),
    submit,
    /** Empties the form. */
    clear: () => {
      setValues(empty);
      setTried(false);
    },
  };
}
