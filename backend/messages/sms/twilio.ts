import * as v from 'valibot';
import type { SmsSettings } from '../../config/sms-settings.ts';
import { postToProvider, type SmsProvider } from './provider.ts';

const idOf = v.pipe(
  v.object({ sid: v.string() }),
  v.transform(({ sid }) => sid),
);

/** Twilio's Programmable Messaging: SMS, and WhatsApp where the messaging service has a sender for it. */
export function twilioProvider(settings: SmsSettings['twilio']): SmsProvider {
  const url = `${settings.url}/2010-04-01/Accounts/${encodeURIComponent(settings.account_sid)}/Messages.json`;
  const credentials = Buffer.from(`${settings.account_sid}:${settings.auth_token}`).toString('base64');
  const sender = settings.message_service_sid;
  return async ({ to, channel, text }) => {
    const prefix = channel === 'whatsapp' ? 'whatsapp:' : '';
    // A messaging service has an id; anything else is a number to send from.
    const from = sender.startsWith('MG')
      ? { MessagingServiceSid: sender }
      : { From: `${prefix}${sender.startsWith('+') ? sender : `+${sender}`}` };
    const headers = { authorization: `Basic ${credentials}` };
    const body = new URLSearchParams({ To: `${prefix}+${to}`, Channel: channel, Body: text, ...from });
    return postToProvider(url, { headers, body }, idOf);
  };
}
