import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { OtherDevices } from '../../account/AccountActs.tsx';
import { EmailForm } from '../../account/EmailForm.tsx';
import { PasswordForm } from '../../account/PasswordForm.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { PasskeysSection } from '../../account/passkeys/PasskeysSection.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FactorsSection } from './FactorsSection.tsx';
import { chooseAppearance, chosenAppearance } from '../../device/appearance.ts';
import { optionsOf } from '../../forms/options.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { AccountForm } from '../../account/AccountForm.tsx';
import { endThisSession } from '../../data/accounts/credentials.ts';
import { useAction } from '../../forms/useAction.ts';

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

const themes = ['auto', 'light', 'dark'] as const;

/** Light or dark on this device, at once. */
function ThemeField() {
  const { theme: t } = useNamespace('admin');
  const [theme, setTheme] = useState(() => chosenAppearance('theme'));
  return (
    <SelectField
      label={t.label}
      hint={t.hint}
      value={theme}
      options={optionsOf(themes, t.themes)}
      onChange={(chosen) => {
        chooseAppearance('theme', chosen);
        setTheme(chosen);
      }}
    />
  );
}

/** Signs the account out on this device alone: the button of the header ends every session. */
function ThisDevice() {
  const { thisDevice } = useNamespace('admin');
  const { run, done: _, ...progress } = useAction(endThisSession);
  return <AccountForm text={thisDevice} variant="secondary" form={{ ...progress, onSubmit: () => run() }} />;
}
