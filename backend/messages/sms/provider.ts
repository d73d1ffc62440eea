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
  /** The whole message. WhatsApp's own templates take only the code. */
  readonly text: string;
}

/** A service that delivers messages. */
export interface SmsProvider {
  /**
   * Sends a message and gives the provider's id of it.
   * @throws SmsError when the provider does not accept it
   */
  send(message: SmsMessage): Promise<string>;
}

/** A provider did not accept a message; the error's message gives the reason, for the log. */
export class SmsError extends Error {}
