import { DataError } from '../data/errors.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { useDescribeError } from '../i18n/describeError.ts';
import type { Arrival } from '../session/arrival.ts';
import { userOf } from '../session/machine.ts';
import { useSession } from '../session/SessionProvider.tsx';

/** Errors of another sign-in service, or of our backend with it. */
const providerFailures: Readonly<Record<string, 'refused' | 'unverified' | 'failed'>> = {
  access_denied: 'refused',
  bad_oauth_callback: 'failed',
  bad_oauth_state: 'failed',
  flow_state_already_used: 'failed',
  provider_email_needs_verification: 'unverified',
  server_error: 'failed',
  temporarily_unavailable: 'failed',
  unexpected_failure: 'failed',
};

/** The outcome of a link or of another sign-in service, in words; `again`: a new link would help. */
export function useArrivalText(arrival: Arrival) {
  const describe = useDescribeError();
  const { link, provider } = useNamespace('account');
  const { state } = useSession();
  const failure = (text: string, again = true) => ({ tone: 'error', text, again }) as const;
  const success = (text: string) => ({ tone: 'success', text, again: false }) as const;
  switch (arrival.kind) {
    case 'halfConfirmed':
      return success(link.half);
    case 'code':
      return failure(link.otherDevice);
    case 'brokenLink':
      return failure(link.failed);
    case 'otherAccount':
      return failure(link.otherAccount, false);
    case 'tokens': {
      const email = userOf(state)?.email;
      return email === undefined ? failure(link.failed) : success(link.emailChanged(email));
    }
    case 'failure': {
      const { code } = arrival;
      if (code === 'otp_expired') return failure(link.expired);
      if (Object.hasOwn(providerFailures, code)) return failure(provider[providerFailures[code]!], false);
      return failure(describe(new DataError(code, '')), false);
    }
  }
}
