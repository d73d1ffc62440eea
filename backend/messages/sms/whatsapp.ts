import * as v from 'valibot';
import type { SmsSettings } from '../../config/sms-settings.ts';
import { postToProvider, type SmsProvider } from './provider.ts';

const idOf = v.pipe(
  v.object({ messages: v.array(v.object({ id: v.string() })) }),
  v.transform(({ messages }) => messages[0]?.id ?? ''),
);

/** WhatsApp's templates name Portuguese by country only. */
const languageCodes = { es: 'es', en: 'en', fr: 'fr', pt: 'pt_BR', de: 'de' } as const;

/**
 * Meta's WhatsApp Cloud API. A company may start a conversation only with an approved template. Templates of the category
 * “authentication” take the code twice: as text, and for the button that copies it.
 */
export function whatsappProvider(settings: SmsSettings['whatsapp']): SmsProvider {
  const url = `${settings.url}/${encodeURIComponent(settings.phone_number_id)}/messages`;
  const headers = {
    authorization: `Bearer ${settings.access_token}`,
    'content-type': 'application/json',
  };
  return async ({ to, language, code }) => {
    const parameters = [{ type: 'text', text: code }];
    const template = {
      name: settings.template,
      language: { code: languageCodes[language] },
      components: [
        { type: 'body', parameters },
        { type: 'button', sub_type: 'url', index: '0', parameters },
      ],
    };
    const message = { messaging_product: 'whatsapp', recipient_type: 'individual', to, type: 'template' };
    return postToProvider(url, { headers, body: JSON.stringify({ ...message, template }) }, idOf);
  };
}
