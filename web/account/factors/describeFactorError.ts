import { toDataError } from '../../data/errors.ts';
import { describeError } from '../../i18n/describeError.ts';
import { useArea } from '../../i18n/areas.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';

/** As `describeError`, with the refusals that only concern second factors. */
export function useDescribeFactorError(): (error: unknown) => string {
  const { errors: own } = useArea('factors');
  const { errors } = useWords();
  return (error) => {
    const { code } = toDataError(error);
    return Object.hasOwn(own, code) ? own[code as keyof typeof own] : describeError(error, errors);
  };
}
