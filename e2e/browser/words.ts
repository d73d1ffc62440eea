import { readFirstRelease } from '../../shared/testing/content.ts';
import { textIn } from '../../shared/content/text.ts';
import { languages, type Language } from '../../shared/languages.ts';

/** The content of a fresh installation. */
export const content = readFirstRelease();

/** The words of one language, as far as the journeys look for them. */
export async function wordsOf(language: Language) {
  const folder = `../../web/i18n/${language}`;
  const load = async <Area>(area: string): Promise<Area> => (await import(`${folder}/${area}.ts`)) as Area;
  const { common } = await load<typeof import('../../web/i18n/es/common.ts')>('common');
  const { home } = await load<typeof import('../../web/i18n/es/home.ts')>('home');
  const { info } = await load<typeof import('../../web/i18n/es/info.ts')>('info');
  const { panels } = await load<typeof import('../../web/i18n/es/panels.ts')>('panels');
  const { rating } = await load<typeof import('../../web/i18n/es/rating.ts')>('rating');
  const { login } = await load<typeof import('../../web/i18n/es/login.ts')>('login');
  const { account } = await load<typeof import('../../web/i18n/es/account.ts')>('account');
  const { factors } = await load<typeof import('../../web/i18n/es/factors.ts')>('factors');
  const { passkeys } = await load<typeof import('../../web/i18n/es/passkeys.ts')>('passkeys');
  const { phrases } = await load<typeof import('../../web/i18n/es/phrases.ts')>('phrases');
  const { emergency } = await load<typeof import('../../web/i18n/es/emergency.ts')>('emergency');
  const { legalTaxi } = await load<typeof import('../../web/i18n/es/legalTaxi.ts')>('legalTaxi');
  const { kiosk } = await load<typeof import('../../web/i18n/es/kiosk.ts')>('kiosk');
  const { waiting } = await load<typeof import('../../web/i18n/es/waiting.ts')>('waiting');
  const { language: dialog } = await load<typeof import('../../web/i18n/es/language.ts')>('language');
  const tours = content.tours.map(({ name }) => ({ name: textIn(name, language).text }));
  const shown = { common, home, info, panels, tours, rating, dialog };
  return {
    ...shown,
    kiosk,
    phrases,
    emergency,
    legalTaxi,
    login,
    account,
    factors,
    passkeys,
    waiting,
  };
}

export { languages, type Language };
