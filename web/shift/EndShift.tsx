import { useState, type ReactNode } from 'react';
import { useAction } from '../forms/useAction.ts';
import type { ErrorPhrases } from '../i18n/describeError.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { focusOnMount } from '../ui/focusOnMount.ts';
import { Notice } from '../ui/Notice.tsx';
import { leaveVehicle } from './shifts.ts';

interface EndShiftProps {
  readonly driverId: string;
  readonly phrases?: ErrorPhrases;
  readonly icon?: ReactNode;
}

/** Ends the driver's shift after a question: a passenger may have pressed. */
export function EndShift({ driverId, phrases, icon }: EndShiftProps) {
  const { end, endQuestion } = useNamespace('shift');
  const { home } = useMessages();
  const [isAsked, setAsked] = useState(false);
  const leave = useAction(() => leaveVehicle(driverId), phrases);
  return (
    <div className="flex flex-col gap-3">
      {leave.errorText && <Notice tone="error">{leave.errorText}</Notice>}
      {isAsked ? (
        <>
          <p ref={focusOnMount} tabIndex={-1} className="font-semibold outline-none">
            {endQuestion}
          </p>
          <div className="flex flex-col gap-3 sm:flex-row-reverse">
            <Button variant="danger" busy={leave.busy} onClick={() => leave.run()} className="flex-1">
              {end}
            </Button>
            <Button
              variant="secondary"
              disabled={leave.busy}
              onClick={() => setAsked(false)}
              className="flex-1"
            >
              {home.cancel}
            </Button>
          </div>
        </>
      ) : (
        <Button variant="secondary" icon={icon} onClick={() => setAsked(true)}>
          {end}
        </Button>
      )}
    </div>
  );
}
