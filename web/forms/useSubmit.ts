import { useState, type FormEvent } from 'react';
import { toDataError } from '../data/errors.ts';

/** What the backend did not take, and in which field that was typed. */
export interface Refusal {
  readonly name: string;
  readonly value: string;
  readonly error: unknown;
}

export interface Submit<Result> {
  readonly busy: boolean;
  /** What concerns no field of the form. */
  readonly failure: { readonly error: unknown } | null;
  readonly refusal: Refusal | null;
  /** What the last successful submission answered; null before it, and while another runs. */
  readonly result: Result | null;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

const fields: Readonly<Record<string, string>> = {
  current_password_invalid: 'currentPassword',
  weak_password: 'password',
  same_password: 'password',
  email_exists: 'email',
  email_address_invalid: 'email',
};

/** The field of the form that a refusal is about, with the focus on it; undefined when there is none. */
function refusedField(element: HTMLFormElement, error: unknown): HTMLInputElement | undefined {
  const { code } = toDataError(error);
  const name = Object.hasOwn(fields, code) ? fields[code] : undefined;
  const input = Array.from(element.querySelectorAll('input')).find((each) => each.name === name);
  input?.focus();
  return input;
}

/** A form that does one thing. `work` answers null when a field was refused: then nothing was sent. */
export function useSubmit<Result extends object>(
  work: (element: HTMLFormElement) => Promise<Result | null>,
): Submit<Result> {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [result, setResult] = useState<Result | null>(null);

  const run = async (element: HTMLFormElement) => {
    setFailure(null);
    setRefusal(null);
    setResult(null);
    setBusy(true);
    try {
      setResult(await work(element));
    } catch (error) {
      const field = refusedField(element, error);
      if (field) setRefusal({ name: field.name, value: field.value, error });
      else setFailure({ error });
    } finally {
      setBusy(false);
    }
  };
  return {
    busy,
    failure,
    refusal,
    result,
    onSubmit: (event) => {
      event.preventDefault();
      if (!busy) void run(event.currentTarget);
    },
  };
}
