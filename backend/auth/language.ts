import { isLanguage, type Language } from '../messages/languages.ts';
import type { AuthUser } from './accounts/users.ts';
import type { AuthRequest } from './request.ts';

/** The languages of an `Accept-Language` header in order of preference, without their regions. */
function acceptedLanguages(header: string): readonly string[] {
  return header
    .slice(0, 1000)
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';');
      const quality = parameters
        .find((each) => each.trim().startsWith('q='))
        ?.trim()
        .slice(2);
      return { language: tag.toLowerCase().split('-')[0] ?? '', quality: Number(quality ?? 1) || 0 };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ language }) => language);
}

/** The language for messages to a user: the chosen one, else the browser's, else the installation's. */
export function messageLanguage(
  { headers, options }: AuthRequest,
  { raw_user_meta_data: data }: Pick<AuthUser, 'raw_user_meta_data'>,
): Language {
  const { language: chosen } = data;
  if (isLanguage(chosen)) return chosen;
  const accepted = acceptedLanguages(headers.get('accept-language') ?? '').find(isLanguage);
  return accepted ?? options.defaultLanguage;
}
