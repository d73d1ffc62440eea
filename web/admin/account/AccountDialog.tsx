import type { User } from '@supabase/auth-js';
import { OtherDevices } from '../../account/AccountActs.tsx';
import { EmailForm } from '../../account/EmailForm.tsx';
import { PasswordForm } from '../../account/PasswordForm.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { PasskeysSection } from '../../account/passkeys/PasskeysSection.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FactorsSection } from './FactorsSection.tsx';
import { ThemeField } from './ThemeField.tsx';
import { ThisDevice } from './ThisDevice.tsx';

export interface AccountDialogProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** The administrator's own account: second factor, password, address, theme, other devices and this one. */
export default function AccountDialog({ user, onClose }: AccountDialogProps) {
  const { common } = useMessages();
  const t = useNamespace('admin');
  const email = user.email ?? '';
  return (
    <Dialog open onClose={onClose} title={t.ownAccount} closeLabel={common.close}>
      <div className="flex flex-col gap-8 [&>*+*]:border-t [&>*+*]:border-line [&>*+*]:pt-8">
        <FactorsSection user={user} />
        <PasskeysSection email={email} />
        <PasswordForm email={email} />
        <EmailForm email={email} />
        <ThemeField />
        <OtherDevices />
        <ThisDevice />
      </div>
    </Dialog>
  );
}
