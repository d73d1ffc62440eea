import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { SmsSettings } from '../../config/sms-settings.ts';
import { createOutbox } from '../outbox.ts';
import { messageTexts } from '../texts/index.ts';
import { SmsError, type SmsChannel, type SmsMessage, type SmsProvider } from './provider.ts';
import { twilioProvider } from './twilio.ts';
import { whatsappProvider } from './whatsapp.ts';

export type Sms = ReturnType<typeof createSms>;

function outboxProvider(folder: string): SmsProvider {
  const outbox = createOutbox(folder);
  return async ({ to, channel, text }) => {
    await outbox.put(`${channel}.txt`, `To: +${to}\n\n${text}\n`);
    return '';
  };
}

/** Carries every channel into the outbox of the data folder; none without such a folder. */
function outboxProviders(dataDir: string | undefined): Partial<Record<SmsChannel, SmsProvider>> {
  if (dataDir === undefined) return {};
  const outbox = outboxProvider(join(dataDir, 'outbox'));
  return { sms: outbox, whatsapp: outbox };
}

/** The providers that `[auth.sms]` enables, by channel: Twilio carries both, Meta only WhatsApp. */
function configuredProviders({ twilio, whatsapp }: SmsSettings): Partial<Record<SmsChannel, SmsProvider>> {
  const byTwilio = twilio.enabled ? twilioProvider(twilio) : undefined;
  const byMeta = whatsapp.enabled ? whatsappProvider(whatsapp) : undefined;
  const overWhatsapp = byMeta ?? byTwilio;
  return { ...(byTwilio && { sms: byTwilio }), ...(overWhatsapp && { whatsapp: overWhatsapp }) };
}

/** Sends messages to telephones by the configured provider, or into the outbox of the data folder without one. */
export function createSms(config: Pick<Config, 'protocol' | 'dataDir'>, brand: string) {
  const configured = configuredProviders(config.protocol.auth.sms);
  const isConfigured = Object.keys(configured).length > 0;
  const providers = isConfigured ? configured : outboxProviders(config.dataDir);
  return {
    /** The name that `/settings` shows; empty when messages go to the outbox. */
    provider: isConfigured ? (config.protocol.auth.sms.twilio.enabled ? 'twilio' : 'whatsapp') : '',
    supports: (channel: SmsChannel): boolean => providers[channel] !== undefined,
    /**
     * @param template the message, with `{{ .Code }}` for the code; empty for the built-in text
     * @returns the provider's id of the message
     * @throws SmsError
     */
    async send(message: Omit<SmsMessage, 'text'>, template: string): Promise<string> {
      const provider = providers[message.channel];
      if (!provider) throw new SmsError(`No provider carries the channel ${message.channel}.`);
      const text = template
        ? template.replaceAll(/\{\{\s*\.Code\s*\}\}/g, message.code)
        : messageTexts[message.language].sms(message.code, brand);
      return provider({ ...message, text });
    },
  };
}
