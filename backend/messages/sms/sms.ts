import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { createOutbox } from '../outbox.ts';
import { messageTexts } from '../texts/index.ts';
import { SmsError, type SmsChannel, type SmsMessage, type SmsProvider } from './provider.ts';
import { twilioProvider } from './twilio.ts';
import { whatsappProvider } from './whatsapp.ts';

/** Sends messages to telephones by the configured provider, or into the outbox of the data folder without one. */
export interface Sms {
  /** The name that `/settings` shows; empty when messages go to the outbox. */
  readonly provider: string;
  supports(channel: SmsChannel): boolean;
  /**
   * @param template the message, with `{{ .Code }}` for the code; empty for the built-in text
   * @returns the provider's id of the message
   * @throws SmsError
   */
  send(message: Omit<SmsMessage, 'text'>, template: string): Promise<string>;
}

function outboxProvider(folder: string): SmsProvider {
  const outbox = createOutbox(folder);
  return {
    async send({ to, channel, text }) {
      await outbox.put(`${channel}.txt`, `To: +${to}\n\n${text}\n`);
      return '';
    },
  };
}

/** The providers that `[auth.sms]` enables, by channel: Twilio carries both, Meta only WhatsApp. */
function configuredProviders({
  protocol,
}: Pick<Config, 'protocol'>): Partial<Record<SmsChannel, SmsProvider>> {
  const { twilio, whatsapp } = protocol.auth.sms;
  const byTwilio = twilio.enabled ? twilioProvider(twilio) : undefined;
  const byMeta = whatsapp.enabled ? whatsappProvider(whatsapp) : undefined;
  const overWhatsapp = byMeta ?? byTwilio;
  return { ...(byTwilio && { sms: byTwilio }), ...(overWhatsapp && { whatsapp: overWhatsapp }) };
}

export function createSms(config: Pick<Config, 'protocol' | 'dataDir'>, brand: string): Sms {
  const configured = configuredProviders(config);
  const isConfigured = Object.keys(configured).length > 0;
  const outbox = outboxProvider(join(config.dataDir, 'outbox'));
  const providers = isConfigured ? configured : { sms: outbox, whatsapp: outbox };
  return {
    provider: isConfigured ? (config.protocol.auth.sms.twilio.enabled ? 'twilio' : 'whatsapp') : '',
    supports: (channel) => providers[channel] !== undefined,
    async send(message, template) {
      const provider = providers[message.channel];
      if (!provider) throw new SmsError(`No provider carries the channel ${message.channel}.`);
      const text = template
        ? template.replaceAll(/\{\{\s*\.Code\s*\}\}/g, message.code)
        : messageTexts[message.language].sms(message.code, brand);
      return provider.send({ ...message, text });
    },
  };
}
