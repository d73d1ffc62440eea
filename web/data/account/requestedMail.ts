import { readStored } from '../../util/stored.ts';
import { personalPrefix } from '../personal.ts';

const key = `${personalPrefix}asked-mail`;
/** No link in a mail is valid for longer. */
const lifetimeMs = 24 * 60 * 60_000;

interface RequestedMail {
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const normalize = (email: string) => email.trim().toLowerCase();

/** Remembers that this browser requested a mail with a link for this address. */
export function rememberRequestedMail(email: string): void {
  try {
    const requested: RequestedMail = { email: normalize(email), at: Date.now() };
    localStorage.setItem(key, JSON.stringify(requested));
  } catch {
    // Without storage the app only asks a question when the link opens.
  }
}

/** Whether this browser requested a mail with a link for this address. */
export function wasMailRequested(email: string): boolean {
  const requested = readStored<RequestedMail>(key);
  return requested?.email === normalize(email) && Math.abs(Date.now() - requested.at) < lifetimeMs;
}
