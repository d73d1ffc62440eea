import type { PasskeyListItem } from '@supabase/auth-js';
import { useState } from 'react';
import { companyZone } from '../../../shared/chile/zone.ts';
import { maxLengths } from '../../../shared/limits.ts';
import { removePasskey, renamePasskey } from '../../data/accounts/passkeys.ts';
import { focusField } from '../../forms/focusField.ts';
import { TextField } from '../../forms/TextField.tsx';
import { useAction } from '../../forms/useAction.ts';
import { useForm } from '../../forms/useForm.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { localeOf } from '../../i18n/languages.ts';
import { Button } from '../../ui/Button.tsx';
import { focusOnMount } from '../../ui/focusOnMount.ts';
import { Notice } from '../../ui/Notice.tsx';

export interface PasskeyItemProps {
  readonly passkey: PasskeyListItem;
  /** The name was changed. */
  readonly onRenamed: () => Promise<void>;
  readonly onRemoved: (name: string) => Promise<void>;
}

/** One passkey: its name and days; in the same place the form that renames it or the question that removes it. */
export function PasskeyItem({ passkey, onRenamed, onRemoved }: PasskeyItemProps) {
  const t = useNamespace('passkeys');
  const { language } = useLanguage();
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: companyZone() });
  const day = (time: string) => format.format(new Date(time));
  const [mode, setMode] = useState<'shown' | 'renaming' | 'removing'>('shown');
  const name = passkey.friendly_name ?? t.unnamed;
  const { last_used_at: used } = passkey;
  return (
    <li className="flex flex-col gap-3 py-4">
      <div>
        <p className="font-semibold break-words">{name}</p>
        <p className="text-small text-ink-soft">{t.added(day(passkey.created_at))}</p>
        <p className="text-small text-ink-soft">{used === undefined ? t.neverUsed : t.used(day(used))}</p>
      </div>
      {mode === 'shown' && (
        <div className="flex flex-wrap gap-3">
          <Button
            size="compact"
            variant="secondary"
            aria-label={t.renameOf(name)}
            onClick={() => setMode('renaming')}
          >
            {t.rename}
          </Button>
          <Button
            size="compact"
            variant="secondary"
            aria-label={t.removeOf(name)}
            onClick={() => setMode('removing')}
          >
            {t.remove}
          </Button>
        </div>
      )}
      {mode === 'renaming' && (
        <Renaming
          id={passkey.id}
          name={passkey.friendly_name ?? ''}
          onCancel={() => setMode('shown')}
          onDone={async () => {
            await onRenamed();
            setMode('shown');
          }}
        />
      )}
      {mode === 'removing' && (
        <Removing
          id={passkey.id}
          name={name}
          onCancel={() => setMode('shown')}
          onDone={() => onRemoved(name)}
        />
      )}
    </li>
  );
}

interface ChangeProps {
  readonly id: string;
  readonly name: string;
  readonly onCancel: () => void;
  readonly onDone: () => Promise<void>;
}

function Renaming({ id, name, onCancel, onDone }: ChangeProps) {
  const t = useNamespace('passkeys');
  const form = useForm({
    initial: { name },
    schema: (schemas) => schemas.labelSchema,
    phrases: t.errors,
    fieldOf: () => 'name',
    submit: async (values) => {
      await renamePasskey(id, values.name);
      await onDone();
    },
  });
  return (
    <form ref={focusField} noValidate className="flex flex-col gap-3" onSubmit={form.onSubmit}>
      <TextField {...form.field('name')} label={t.name} maxLength={maxLengths.name} autoComplete="off" />
      <div className="flex flex-wrap gap-3">
        <Button size="compact" type="submit" busy={form.busy}>
          {t.save}
        </Button>
        <Button size="compact" variant="quiet" onClick={onCancel}>
          {t.cancel}
        </Button>
      </div>
    </form>
  );
}

function Removing({ id, name, onCancel, onDone }: ChangeProps) {
  const t = useNamespace('passkeys');
  const { busy, errorText, run } = useAction(async () => {
    await removePasskey(id);
    await onDone();
  }, t.errors);
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p ref={focusOnMount} tabIndex={-1} className="font-semibold break-words">
          {t.removeQuestion(name)}
        </p>
        <p className="text-ink-soft">{t.removeHint}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button size="compact" variant="danger" busy={busy} onClick={() => run()}>
          {t.remove}
        </Button>
        <Button size="compact" variant="quiet" onClick={onCancel}>
          {t.cancel}
        </Button>
      </div>
      {errorText && <Notice tone="error">{errorText}</Notice>}
    </div>
  );
}
