import { isObjectWith, storedValue } from '../../util/storedValue.ts';

/** No link in a mail is valid for longer. */
const lifetimeMs = 24 * 60 * 60_000;

interface RequestedMail {
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const requestedMail = storedValue('personal:asked-mail', isObjectWith<RequestedMail>('email', 'at'));

const normalize = (email: string) => email.trim().toLowerCase();

/** Remembers that this browser requested a mail with a link for this address. */
export function rememberRequestedMail(email: string): void {
  // Without storage the app only asks a question when the link opens.
  requestedMail.write({ email: normalize(email), at: Date.now() });
}

/** Whether this browser requested a mail with a link for this address. */
export function wasMailRequested(email: string): boolean {
  const requested = requestedMail.read();
  return requested?.email === normalize(email) && Math.abs(Date.now() - requested.at) < lifetimeMs;
}
