import * as v from 'valibot';
import { count, duration } from './protocol-types.ts';

/** Each setting of a provider must be there, and its `env(NAME)` must have been found. */
function isComplete(settings: Readonly<Record<string, string | boolean>>): boolean {
  return Object.values(settings).every((value) => value !== '' && !/^env\(.*\)$/.test(String(value)));
}

/** As upstream, a provider without its settings counts as switched off, and the server starts. */
function onlyComplete<Settings extends { readonly enabled: boolean }>(
  settings: Settings & Readonly<Record<string, string | boolean>>,
): Settings {
  return { ...settings, enabled: settings.enabled && isComplete(settings) };
}

const enabled = v.optional(v.boolean(), false);
const setting = v.optional(v.string(), '');

const twilio = v.pipe(
  v.object({
    enabled,
    account_sid: setting,
    message_service_sid: setting,
    auth_token: setting,
    /** Our own key: the API of the region that the account is in. */
    url: v.optional(v.pipe(v.string(), v.url()), 'https://api.twilio.com'),
  }),
  v.transform((settings) => onlyComplete(settings)),
);

/** Our own keys: Meta's WhatsApp Cloud API, which the CLI does not support. */
const whatsapp = v.pipe(
  v.object({
    enabled,
    /** Meta's id of the sender's number. */
    phone_number_id: setting,
    access_token: setting,
    /** An approved template of the category “authentication”; its language is the receiver's, as es, en, fr, pt_BR, de. */
    template: setting,
    url: v.optional(v.pipe(v.string(), v.url()), 'https://graph.facebook.com/v23.0'),
  }),
  v.transform((settings) => onlyComplete(settings)),
);

/** `[auth.sms]`: signing in by phone, with the Supabase CLI's defaults. */
export const smsSettings = v.object({
  enable_signup: v.optional(v.boolean(), false),
  enable_confirmations: v.optional(v.boolean(), false),
  /** The text of the message; `{{ .Code }}` stands for the code. By default it is written in the receiver's language. */
  template: v.optional(v.string(), ''),
  /** How long until the next message to the same number; in milliseconds. */
  max_frequency: v.optional(duration, '5s'),
  /** Our own key: how long a code is good, in seconds. */
  otp_expiry: v.optional(v.pipe(count, v.maxValue(86_400)), 600),
  /** Fixed codes by number, for which nothing is sent. */
  test_otp: v.optional(v.record(v.pipe(v.string(), v.regex(/^\d+$/)), v.string()), {}),
  twilio: v.optional(twilio, {}),
  whatsapp: v.optional(whatsapp, {}),
});

export type SmsSettings = v.InferOutput<typeof smsSettings>;
