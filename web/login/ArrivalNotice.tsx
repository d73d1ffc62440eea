import { useArrivalText } from '../account/useArrivalText.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import type { Arrival } from '../session/arrival.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

export interface ArrivalNoticeProps {
  readonly arrival: Arrival;
  /** Requests a new link. */
  readonly onForgot: () => void;
}

/** Explains why a link, or another sign-in service, led to the sign-in form. */
export default function ArrivalNotice({ arrival, onForgot }: ArrivalNoticeProps) {
  const { link } = useNamespace('account');
  const { tone, text, again } = useArrivalText(arrival);
  return (
    <Notice tone={tone} className="mb-6">
      <p>{text}</p>
      {again && (
        <Button variant="quiet" size="compact" onClick={onForgot} className="mt-1 -ml-4">
          {link.again}
        </Button>
      )}
    </Notice>
  );
}
