import { toPasskeyError } from '../../data/account/passkeys.ts';
import { useArea } from '../../i18n/areas.ts';
import { describeError } from '../../i18n/describeError.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';

/** As `describeError`, with the refusals that only concern passkeys. */
export function useDescribePasskeyError(): (error: unknown) => string {
  const { errors: own } = useArea('passkeys');
  const { errors } = useWords();
  return (error) => {
    const failure = toPasskeyError(error);
    const { code } = failure;
    return Object.hasOwn(own, code) ? own[code as keyof typeof own] : describeError(failure, errors);
  };
}
