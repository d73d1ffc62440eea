import { toDataError } from '../data/errors.ts';
import { useMessages } from './LanguageProvider.tsx';
import type { Messages } from './messages.ts';

type ErrorMessages = Messages['errors'];
type Phrase = keyof ErrorMessages['code'];

/** The phrases of codes that share one. A code that is the name of a phrase needs no line. */
const phrases: Record<string, Phrase> = {
  '23505': 'duplicate',
  driver_exists: 'duplicate',
  link_exists: 'duplicate',
  conflict: 'duplicate',
  '22P02': 'invalid_value',
  '23502': 'invalid_value',
  '23503': 'not_found',
  '23514': 'invalid_value',
  no_such_time: 'invalid_value',
  '40P01': 'unavailable',
  bad_json: 'validation_failed',
  email_address_not_authorized: 'email_address_invalid',
  '42501': 'forbidden',
  PGRST116: 'not_found',
  PGRST301: 'session_expired',
  PGRST303: 'session_expired',
  '57014': 'request_timeout',
  hook_timeout: 'request_timeout',
  EntityTooLarge: 'too_large',
  request_entity_too_large: 'too_large',
  InvalidMimeType: 'invalid_image',
  InvalidImage: 'invalid_image',
  invalid_mime_type: 'invalid_image',
  document_file: 'not_found',
  AccessDenied: 'forbidden',
  Unauthorized: 'forbidden',
  not_admin: 'forbidden',
  not_a_driver: 'forbidden',
  photo_not_own: 'forbidden',
  no_authorization: 'forbidden',
  insufficient_aal: 'forbidden',
  insufficient_scope: 'forbidden',
  insufficient_privilege: 'forbidden',
  session_not_found: 'session_expired',
  refresh_token_not_found: 'session_expired',
  refresh_token_already_used: 'session_expired',
  bad_jwt: 'session_expired',
  current_password_required: 'current_password_invalid',
  reauthentication_not_valid: 'reauthentication_needed',
  over_sms_send_rate_limit: 'over_request_rate_limit',
  over_review_rate_limit: 'over_request_rate_limit',
};

/** Translations by error code. */
export type ErrorPhrases = Readonly<Record<string, string>>;

/**
 * The text for an error: the phrase for its code; else, for an error object, its own message; else
 * «Ocurrió un error durante el proceso».
 * @param own phrases of one place; they go before the general ones
 */
export function describeError(error: unknown, messages: ErrorMessages, own: ErrorPhrases = {}): string {
  const { code, message, status } = toDataError(error);
  if (Object.hasOwn(own, code)) return own[code] ?? '';
  const phrase = Object.hasOwn(phrases, code) ? phrases[code] : code;
  if (phrase !== undefined && Object.hasOwn(messages.code, phrase)) return messages.code[phrase as Phrase];
  if (status >= 500) return messages.code.unavailable;
  return message || messages.general;
}

/** `describeError` in the language shown. */
export function useDescribeError(phrases?: ErrorPhrases): (error: unknown) => string {
  const { errors } = useMessages();
  return (error) => describeError(error, errors, phrases);
}
