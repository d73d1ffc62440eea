import type { Form } from './useForm.ts';
import { describeError } from '../i18n/describeError.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import type { Refusal } from './useSubmit.ts';

/** What is wrong with a field, in words: before it was sent, or by the backend until it is edited. */
export function useFieldError<Name extends string>(
  name: Name,
  { problem, values }: Pick<Form<Name>, 'problem' | 'values'>,
  refusal: Refusal | null = null,
): string | undefined {
  const { errors } = useWords();
  const found = problem(name);
  if (found) return errors.field[found];
  if (refusal?.name === name && refusal.value === values[name]) return describeError(refusal.error, errors);
  return undefined;
}
