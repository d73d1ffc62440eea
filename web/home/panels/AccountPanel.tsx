import { useState } from 'react';
import { DataSection, OtherDevices } from '../../account/AccountActs.tsx';
import { DeletionSection } from '../../account/DeletionSection.tsx';
import { EmailForm } from '../../account/EmailForm.tsx';
import { PasswordForm } from '../../account/PasswordForm.tsx';
import { PasswordGate } from '../../account/PasswordGate.tsx';
import { PhotoSection } from '../../account/PhotoSection.tsx';
import { PasskeysSection } from '../../account/passkeys/PasskeysSection.tsx';
import { userOf } from '../../session/machine.ts';
import { useSession } from '../../session/SessionProvider.tsx';
import { useTimer } from '../../util/time/useTimer.ts';

/** Asks for the password again after this time: a passenger may find the dialog open. */
const openForMs = 5 * 60_000;

/** The driver's account, behind the driver's password: the device is in the passenger's hands. */
export default function AccountPanel() {
  return (
    <div className="tablet:mx-auto tablet:w-full tablet:max-w-3xl">
      <Account />
    </div>
  );
}

function Account() {
  const { state } = useSession();
  const { id: userId = '', email = '' } = userOf(state) ?? {};
  const [currentPassword, setCurrentPassword] = useState<string | null>(null);
  const timer = useTimer();

  const open = (password: string) => {
    setCurrentPassword(password);
    timer.start(openForMs, () => setCurrentPassword(null));
  };

  if (currentPassword === null) return <PasswordGate email={email} onOpen={open} />;
  return (
    <div className="flex flex-col divide-y divide-line *:py-6 *:first:pt-0 *:last:pb-0">
      {state.status === 'driver' && <PhotoSection user={state.user} driver={state.driver} />}
      <PasswordForm email={email} currentPassword={currentPassword} onChanged={open} />
      <EmailForm email={email} currentPassword={currentPassword} />
      <PasskeysSection email={email} currentPassword={currentPassword} />
      <OtherDevices />
      <DataSection userId={userId} email={email} />
      <DeletionSection currentPassword={currentPassword} />
    </div>
  );
}
