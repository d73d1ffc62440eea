import { Ban, Download, LockOpen } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { downloadPersonalData } from '../../data/account/personalData.ts';
import { updateAccount, type Account } from '../../data/admin/users.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useChange } from '../parts/useChange.ts';

export interface UserActsProps {
  readonly account: Account;
  /** It is the account of the administrator who is signed in: nobody blocks themselves. */
  readonly own: boolean;
  /** Announces that the account was blocked or unblocked. */
  readonly onDone: (message: string) => void;
}

/** Acts on an account that need no form: block it, download the person's data. */
export function UserActs({ account, own, onDone }: UserActsProps) {
  const { userActs: t, userList } = useNamespace('admin');
  const id = useId();
  const { blocked } = account;
  const blocking = useChange(
    () => updateAccount(account.id, { blocked: !blocked }),
    (changed) => onDone((changed.blocked ? userList.blockedUser : userList.unblockedUser)(changed.email)),
  );
  const download = useChange(
    () => downloadPersonalData(account.email, account.id),
    () => undefined,
  );
  const errorText = blocking.errorText ?? download.errorText;
  return (
    <section aria-labelledby={id} className="mt-7 flex flex-col gap-4 border-t border-line pt-5">
      <h3 id={id} className="headline text-lead">
        {t.title}
      </h3>
      {errorText && <Notice tone="error">{errorText}</Notice>}
      <Act hint={t.downloadHint}>
        <Button
          size="compact"
          variant="secondary"
          busy={download.busy}
          icon={<Download size={20} />}
          onClick={() => download.run()}
        >
          {t.download}
        </Button>
      </Act>
      {!own && (
        <Act hint={blocked ? t.unblockHint : t.blockHint}>
          <Button
            size="compact"
            variant={blocked ? 'secondary' : 'danger'}
            busy={blocking.busy}
            icon={blocked ? <LockOpen size={20} /> : <Ban size={20} />}
            onClick={() => blocking.run()}
          >
            {blocked ? t.unblock : t.block}
          </Button>
        </Act>
      )}
    </section>
  );
}

function Act({ hint, children }: { readonly hint: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-col items-start gap-1.5">
      {children}
      <p className="text-small text-ink-soft">{hint}</p>
    </div>
  );
}
