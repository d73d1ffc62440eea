import * as v from 'valibot';
import type { Language } from '../texts/index.ts';

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

/** Sends a message and gives the provider's id of it. @throws SmsError when the provider does not accept it */
export type SmsProvider = (message: SmsMessage) => Promise<string>;

/** A provider did not accept a message; the error's message gives the reason, for the log. */
export class SmsError extends Error {}

const timeoutMs = 10_000;
const maxDetailCharacters = 300;

/**
 * Posts a message to a provider.
 * @param idOf reads the message's id from the JSON of the response
 * @returns the id; empty when the response has none
 * @throws SmsError when the provider is unreachable or responds with an error
 */
export async function postToProvider(
  url: string,
  init: RequestInit,
  idOf: v.GenericSchema<unknown, string>,
): Promise<string> {
  try {
    // Number and code would follow a redirect to any other server.
    const safe = { method: 'POST', redirect: 'error', signal: AbortSignal.timeout(timeoutMs) } as const;
    const response = await fetch(url, { ...init, ...safe });
    const text = await response.text();
    if (!response.ok) throw new SmsError(`HTTP ${response.status}: ${text.slice(0, maxDetailCharacters)}`);
    const parsed = v.safeParse(idOf, JSON.parse(text));
    return parsed.success ? parsed.output : '';
  } catch (error) {
    if (error instanceof SmsError) throw error;
    throw new SmsError((error as Error).message, { cause: error });
  }
}
