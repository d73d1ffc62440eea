import type { Factor, User } from '@supabase/auth-js';
import { Lock, LockOpen } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isVerifiedApp, removeApp } from '../../data/accounts/factors.ts';
import { isVerifiedKey } from '../../data/accounts/passkeys.ts';
import { FactorSetup } from '../../account/factors/FactorSetup.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ChangeDialog } from '../parts/dialogs.tsx';
import { useFormat } from '../parts/useFormat.ts';
import { SmallButton } from '../parts/SmallButton.tsx';

/** Lists, removes and adds the authenticator apps and fingerprints of an account. */
export function FactorsSection({ user }: { user: User }) {
  const t = useNamespace('factors');
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [removing, setRemoving] = useState<Factor | null>(null);
  const [done, setDone] = useState('');
  const apps = user.factors?.filter((factor) => isVerifiedApp(factor) || isVerifiedKey(factor)) ?? [];
  const isOn = apps.length > 0;

  const finish = (message: string) => {
    flushSync(() => {
      setRemoving(null);
      setDone(message);
    });
    // The element that had the focus is gone: the keyboard continues from the heading.
    heading.current?.focus();
  };

  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div>
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h3 id={id} ref={heading} tabIndex={-1} className="headline text-lead">
            {t.title}
          </h3>
          <State isOn={isOn} />
        </div>
        <p className="mt-1 text-ink-soft">{t.intro}</p>
      </div>
      {isOn && (
        <ul className="flex flex-col border-y border-line [&>*+*]:border-t [&>*+*]:border-line">
          {apps.map((app) => (
            <App key={app.id} app={app} onRemove={() => setRemoving(app)} />
          ))}
        </ul>
      )}
      <FactorSetup
        email={user.email ?? ''}
        begin={isOn ? t.setUpAnother : t.setUp}
        variant={isOn ? 'secondary' : 'primary'}
        inSection
        onDone={() => finish(t.activated)}
      />
      {done && <Notice tone="success">{done}</Notice>}
      {removing && (
        <RemoveFactorDialog
          factor={removing}
          isLast={apps.length === 1}
          onClose={() => setRemoving(null)}
          onDone={finish}
        />
      )}
    </section>
  );
}

function State({ isOn }: { isOn: boolean }) {
  const t = useNamespace('factors');
  const Icon = isOn ? Lock : LockOpen;
  const colour = isOn ? 'text-success' : 'text-ink-soft';
  return (
    <p className={classes('flex items-center gap-1.5 text-small font-semibold', colour)}>
      <Icon size={20} />
      {isOn ? t.on : t.off}
    </p>
  );
}

function App({ app, onRemove }: { app: Factor; onRemove: () => void }) {
  const t = useNamespace('factors');
  const format = useFormat();
  const name = app.friendly_name ?? t.whichApp;
  return (
    <li className="flex items-center justify-between gap-4 py-2">
      <div className="min-w-0">
        <p className="font-semibold break-words">{name}</p>
        <p className="text-small text-ink-soft">{t.added(format.day(app.created_at))}</p>
      </div>
      <SmallButton aria-label={t.removeApp(name)} onClick={onRemove}>
        {t.remove}
      </SmallButton>
    </li>
  );
}

interface RemoveFactorDialogProps {
  readonly factor: Factor;
  /** No other one is left. */
  readonly isLast: boolean;
  readonly onClose: () => void;
  readonly onDone: (message: string) => void;
}

/** Asks before an authenticator app is removed. */
function RemoveFactorDialog({ factor, isLast, onClose, onDone }: RemoveFactorDialogProps) {
  const t = useNamespace('factors');
  const name = factor.friendly_name ?? t.whichApp;
  return (
    <ChangeDialog
      title={t.removeTitle}
      action={t.remove}
      change={() => removeApp(factor.id)}
      done={t.removed(name)}
      phrases={t.errors}
      onDone={onDone}
      onClose={onClose}
    >
      <p className="font-semibold break-words">{t.removeQuestion(name)}</p>
      {isLast && <p className="mt-2 text-ink-soft">{t.removeLast}</p>}
    </ChangeDialog>
  );
}
