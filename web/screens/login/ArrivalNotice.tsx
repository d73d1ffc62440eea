import { DataError } from '../../data/errors.ts';
import { useArea } from '../../i18n/areas.ts';
import { describeError } from '../../i18n/describeError.ts';
import { useWords } from '../../i18n/LanguageProvider.tsx';
import type { Arrival } from '../../session/arrival.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

export interface ArrivalNoticeProps {
  readonly arrival: Arrival;
  /** A new link is wanted. */
  readonly onForgot: () => void;
}

/** What another sign-in service, or our backend with it, may have answered. */
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

/** Why somebody who came by a link, or from another sign-in service, stands before the sign-in form after all. */
export default function ArrivalNotice({ arrival, onForgot }: ArrivalNoticeProps) {
  const { errors } = useWords();
  const { link, provider } = useArea('account');
  if (arrival.kind === 'halfConfirmed')
    return (
      <Notice tone="success" className="mb-6">
        {link.half}
      </Notice>
    );
  if (arrival.kind === 'failure' && arrival.code !== 'otp_expired')
    return (
      <Notice tone="error" className="mb-6">
        {Object.hasOwn(providerFailures, arrival.code)
          ? provider[providerFailures[arrival.code]!]
          : describeError(new DataError(arrival.code, arrival.message), errors)}
      </Notice>
    );
  const texts = { failure: link.expired, code: link.otherDevice, tokens: link.failed };
  return (
    <Notice tone="error" className="mb-6">
      <p>{texts[arrival.kind]}</p>
      <Button variant="quiet" size="compact" onClick={onForgot} className="mt-1 -ml-4">
        {link.again}
      </Button>
    </Notice>
  );
}
