import * as v from 'valibot';
import type { SmsSettings } from '../../config/sms-settings.ts';
import { postToProvider } from './request.ts';
import type { SmsProvider } from './provider.ts';

const responseSchema = v.object({ sid: v.optional(v.string(), '') });

/** Twilio's Programmable Messaging: SMS, and WhatsApp where the messaging service has a sender for it. */
export function twilioProvider(settings: SmsSettings['twilio']): SmsProvider {
  const url = `${settings.url}/2010-04-01/Accounts/${encodeURIComponent(settings.account_sid)}/Messages.json`;
  const credentials = Buffer.from(`${settings.account_sid}:${settings.auth_token}`).toString('base64');
  const sender = settings.message_service_sid;
  return {
    async send({ to, channel, text }) {
      const prefix = channel === 'whatsapp' ? 'whatsapp:' : '';
      // A messaging service has an id; anything else is a number to send from.
      const from = sender.startsWith('MG')
        ? { MessagingServiceSid: sender }
        : { From: `${prefix}${sender.startsWith('+') ? sender : `+${sender}`}` };
      const result = await postToProvider(url, {
        headers: { authorization: `Basic ${credentials}` },
        body: new URLSearchParams({ To: `${prefix}+${to}`, Channel: channel, Body: text, ...from }),
      });
      const parsed = v.safeParse(responseSchema, result);
      return parsed.success ? parsed.output.sid : '';
    },
  };
}
