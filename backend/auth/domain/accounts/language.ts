import type { Language } from '../../../messages/texts/index.ts';
import type { AuthRequest } from '../../request.ts';
import type { AuthUser } from '../../store/users.ts';

export type LanguageSource = Pick<AuthRequest, 'language'>;

/** The language for messages to a user: the chosen one, else the browser's, else the installation's. */
export function messageLanguage(
  { language }: LanguageSource,
  { raw_user_meta_data: { language: chosen } }: Pick<AuthUser, 'raw_user_meta_data'>,
): Language {
  return language(chosen);
}
