/**
 * The result in the address of the page after a link in a mail or a return from another sign-in service: tokens (with
 * the purpose of the mail), a code for the auth client, a failure, or the first of two confirmations of a new address.
 * Or the outcome of using the tokens.
 */
export type Arrival =
  | {
      readonly kind: 'tokens';
      readonly purpose: string;
      readonly accessToken: string;
      readonly refreshToken: string;
    }
  | { readonly kind: 'code' }
  /** Without the message in the address: anybody can write one. */
  | { readonly kind: 'failure'; readonly code: string }
  | { readonly kind: 'halfConfirmed' }
  /** The tokens are no longer valid. */
  | { readonly kind: 'brokenLink' }
  /** The tokens belong to another account than the one signed in. */
  | { readonly kind: 'otherAccount' };

/** The parameters that the backend puts into query or fragment (GET /verify, GET /callback). */
const names = (
  'access_token refresh_token expires_at expires_in token_type type code sb message sb_flow_id ' +
  'provider_token provider_refresh_token error error_code error_description'
).split(' ');

/** Reads an address; null for one without the parameters of a link. */
export function readArrival(address: string): Arrival | null {
  const url = new URL(address);
  const fragment = new URLSearchParams(url.hash.slice(1));
  const value = (name: string) => fragment.get(name) ?? url.searchParams.get(name);
  const code = value('error_code') ?? value('error');
  if (code !== null) return { kind: 'failure', code };
  const accessToken = fragment.get('access_token');
  if (accessToken !== null) {
    const [purpose, refreshToken] = [fragment.get('type') ?? '', fragment.get('refresh_token') ?? ''];
    return { kind: 'tokens', purpose, accessToken, refreshToken };
  }
  if (url.searchParams.has('code')) return { kind: 'code' };
  return fragment.has('message') ? { kind: 'halfConfirmed' } : null;
}

/** Whether to show the outcome of a link to a signed-in user, who would not notice it otherwise. */
export function isNews(arrival: Arrival | null): boolean {
  return arrival?.kind === 'tokens'
    ? arrival.purpose === 'email_change'
    : arrival !== null && arrival.kind !== 'code';
}

/** The address without the parameters of `readArrival`: no token stays in the address bar or in the history. */
export function withoutArrival(address: string): string {
  const url = new URL(address);
  for (const name of names) url.searchParams.delete(name);
  if (names.some((name) => new URLSearchParams(url.hash.slice(1)).has(name))) url.hash = '';
  return url.href;
}
