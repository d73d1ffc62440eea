import type { Account } from '../../data/admin/users.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';

export interface NewPasswordDialogProps {
  readonly account: Account;
  readonly onClose: () => void;
}

/** Shows the password of a promoted account, once. */
export function NewPasswordDialog({ account, onClose }: NewPasswordDialogProps) {
  const { common } = useMessages();
  const { newPassword: t } = useNamespace('admin');
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      closeLabel={common.close}
      width="narrow"
      footer={
        <div className="flex justify-end">
          <Button size="compact" onClick={onClose}>
            {t.done}
          </Button>
        </div>
      }
    >
      <p className="[overflow-wrap:anywhere]">{t.text(account.email)}</p>
      <p
        translate="no"
        className="mt-4 rounded-control bg-surface-sunken px-4 py-3 text-center font-mono text-lead select-all"
      >
        {account.new_password}
      </p>
    </Dialog>
  );
}
