import { personalPrefix } from '../personal.ts';

const key = `${personalPrefix}asked-mail`;
/** No link in a mail is valid for longer. */
const lifetimeMs = 24 * 60 * 60_000;

interface Asked {
  readonly email: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const normalize = (email: string) => email.trim().toLowerCase();

/** Remembers that a mail with a link for this address was asked for in this browser. */
export function rememberAskedMail(email: string): void {
  try {
    localStorage.setItem(key, JSON.stringify({ email: normalize(email), at: Date.now() } satisfies Asked));
  } catch {
    // Without storage the app only asks a question when the link opens.
  }
}

/** Whether this browser asked for a mail with a link for this address. */
export function wasMailAsked(email: string): boolean {
  try {
    const asked = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Asked> | null;
    return asked?.email === normalize(email) && Math.abs(Date.now() - (asked.at ?? 0)) < lifetimeMs;
  } catch {
    return false;
  }
}
