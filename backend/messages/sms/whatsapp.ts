import * as v from 'valibot';
import type { SmsSettings } from '../../config/sms-settings.ts';
import { postToProvider } from './request.ts';
import type { SmsProvider } from './provider.ts';

const responseSchema = v.object({ messages: v.array(v.object({ id: v.string() })) });

/** WhatsApp's templates name Portuguese by country only. */
const languageCodes = { es: 'es', en: 'en', fr: 'fr', pt: 'pt_BR', de: 'de' } as const;

/**
 * Meta's WhatsApp Cloud API. A company may start a conversation only with an approved template. Templates of the category
 * “authentication” take the code twice: as text, and for the button that copies it.
 */
export function whatsappProvider(settings: SmsSettings['whatsapp']): SmsProvider {
  const number = encodeURIComponent(settings.phone_number_id);
  const url = `${settings.url}/${number}/messages`;
  return {
    async send({ to, language, code }) {
      const parameters = [{ type: 'text', text: code }];
      const result = await postToProvider(url, {
        headers: { authorization: `Bearer ${settings.access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          messaging_product: 'whatsapp',
          recipient_type: 'individual',
          to,
          type: 'template',
          template: {
            name: settings.template,
            language: { code: languageCodes[language] },
            components: [
              { type: 'body', parameters },
              { type: 'button', sub_type: 'url', index: '0', parameters },
            ],
          },
        }),
      });
      const parsed = v.safeParse(responseSchema, result);
      return parsed.success ? (parsed.output.messages[0]?.id ?? '') : '';
    },
  };
}
