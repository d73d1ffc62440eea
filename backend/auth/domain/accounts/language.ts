import { parseAccept } from 'hono/utils/accept';
import { isLanguage, type Language } from '../../../messages/languages.ts';
import type { AuthUser } from '../../store/users.ts';
import type { AuthRequest } from '../../request.ts';

/** The sources of the language of a message. */
export type LanguageSource = Pick<AuthRequest, 'headers' | 'options'>;

const maxHeader = 1000;

/** The language for messages to a user: the chosen one, else the browser's, else the installation's. */
export function messageLanguage(
  { headers, options }: LanguageSource,
  { raw_user_meta_data: { language: chosen } }: Pick<AuthUser, 'raw_user_meta_data'>,
): Language {
  if (isLanguage(chosen)) return chosen;
  const accepted = parseAccept((headers.get('accept-language') ?? '').slice(0, maxHeader));
  const wanted = accepted.filter(({ q }) => q > 0).map(({ type }) => type.toLowerCase().split('-')[0]);
  return wanted.find(isLanguage) ?? options.defaultLanguage;
}
