import { suggestedPasswordCharacters } from '../../shared/limits.ts';

export type PasswordStrength = 'short' | 'common' | 'enough';

/** The beginnings of the most common passwords; the server has the long list and decides. */
const commonest = /^(passwor[dt]|contrase[nñ]a|qwert|asdf|abc|taxi|123|987|111|000|(.)\2+$)/i;
const onlyDigits = /^\d+$/;

/** A first judgement while somebody types. `enough` only means long and not obvious. */
export function passwordStrength(password: string): PasswordStrength {
  if ([...password].length < suggestedPasswordCharacters) return 'short';
  if (
    onlyDigits.test(password) ||
    (commonest.test(password) && password.length < 2 * suggestedPasswordCharacters)
  )
    return 'common';
  return 'enough';
}
