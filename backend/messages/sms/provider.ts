import type { Language } from '../languages.ts';

export const smsChannels = ['sms', 'whatsapp'] as const;
export type SmsChannel = (typeof smsChannels)[number];

/** A one-time code for somebody's telephone. */
export interface SmsMessage {
  /** Digits with country code, without the plus. */
  readonly to: string;
  readonly channel: SmsChannel;
  readonly language: Language;
  readonly code: string;
  /** The message in full. WhatsApp's own templates take the code alone. */
  readonly text: string;
}

/** Who carries messages. */
export interface SmsProvider {
  /** Gives the provider's id of the message. Throws SmsError when it does not accept it. */
  send(message: SmsMessage): Promise<string>;
}

/** A provider did not accept a message; the text says why, for the log. */
export class SmsError extends Error {}
