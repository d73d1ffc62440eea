import type { ListedDriver } from '../../data/drivers/driverRecords.ts';
import { renewInvitation, withdrawInvitation, type MadeInvitation } from '../../data/drivers/invitations.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { useChange } from '../parts/useChange.ts';
import { InvitedSince } from './DriverState.tsx';
import { SmallButton } from '../parts/SmallButton.tsx';

export interface ResendDialogProps {
  readonly driver: ListedDriver;
  readonly onInvited: (invitation: MadeInvitation) => void;
  /** Announces that the link was withdrawn. */
  readonly onDone: (message: string) => void;
  readonly onClose: () => void;
}

/** Makes a new link for an invited driver, or withdraws the one that there is. */
export default function ResendDialog({ driver, onInvited, onDone, onClose }: ResendDialogProps) {
  const t = useNamespace('newDrivers');
  const renewing = useChange(() => renewInvitation(driver), onInvited);
  const withdrawing = useChange(
    () => withdrawInvitation(driver.id),
    () => {
      onClose();
      onDone(t.withdrawn(driver.name));
    },
  );
  return (
    <FormDialog
      title={t.resendTo(driver.name)}
      action={t.renew}
      width="narrow"
      form={{
        busy: renewing.busy,
        errorText: renewing.errorText ?? withdrawing.errorText,
        onSubmit: () => renewing.run(),
      }}
      onClose={onClose}
    >
      <p>
        <InvitedSince driver={driver} />
      </p>
      <p className="text-ink-soft">{t.resendText}</p>
      {driver.invitation && (
        <SmallButton busy={withdrawing.busy} onClick={() => withdrawing.run()} className="self-start">
          {t.withdraw}
        </SmallButton>
      )}
    </FormDialog>
  );
}
