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
    localStorage.setItem(
      key,
      JSON.stringify({ email: normalize(email), at: Date.now() } satisfies RequestedMail),
    );
  } catch {
    // Without storage the app only asks a question when the link opens.
  }
}

/** Whether this browser requested a mail with a link for this address. */
export function wasMailRequested(email: string): boolean {
  try {
    const requested = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<RequestedMail> | null;
    return requested?.email === normalize(email) && Math.abs(Date.now() - (requested.at ?? 0)) < lifetimeMs;
  } catch {
    return false;
  }
}
