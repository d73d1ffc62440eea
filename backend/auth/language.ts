import type { Context as HttpContext } from 'hono';
import { isLanguage, type Language } from '../../shared/languages.ts';
import type { Auth } from './services.ts';
import type { Metadata } from './accounts/users.ts';

/** The languages of an `Accept-Language` header, the most wanted first, without their regions. */
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

/** The language to write to somebody in: the one they chose, or their browser's, or that of the installation. */
export function messageLanguage(auth: Auth, c: HttpContext, data: Metadata): Language {
  const { language: chosen } = data;
  if (isLanguage(chosen)) return chosen;
  const accepted = acceptedLanguages(c.req.header('accept-language') ?? '').find(isLanguage);
  const { defaultLanguage } = auth.config.page;
  return accepted ?? (isLanguage(defaultLanguage) ? defaultLanguage : 'es');
}
