import { describeError, type ErrorPhrases } from './describeError.ts';
import { useWords } from './LanguageProvider.tsx';

export type { ErrorPhrases };

/** `describeError` in the language shown. */
export function useDescribeError(phrases?: ErrorPhrases): (error: unknown) => string {
  const { errors } = useWords();
  return (error) => describeError(error, errors, phrases);
}
