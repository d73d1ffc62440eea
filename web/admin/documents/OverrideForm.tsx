import { useState } from 'react';
import { overrideDocument } from '../../data/fleet/documentAdmin.ts';
import type { FleetDocument } from '../../data/fleet/documents.ts';
import { TextField } from '../../forms/TextField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useChange } from '../parts/useChange.ts';
import { documentName } from './words.ts';

export interface OverrideFormProps {
  readonly document: FleetDocument;
  readonly onDone: (message: string) => void;
}

/** Lets the owner of an expired document serve until a day, for a reason that is logged. */
export function OverrideForm({ document, onDone }: OverrideFormProps) {
  const { override: t } = useNamespace('documents');
  const [until, setUntil] = useState(document.override_until ?? '');
  const [reason, setReason] = useState(document.override_reason ?? '');
  const name = documentName(document);
  const { run, busy, errorText } = useChange(
    overrideDocument,
    (_, __, day) => onDone(day ? t.allowed(name) : t.ended(name)),
    { validation_failed: t.invalid },
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // The server refuses an override without a day as one that is too early.
        run(document, until || '0001-01-01', reason);
      }}
      className="mt-6 flex flex-col gap-4 border-t border-line pt-5"
    >
      <h3 className="headline text-lead">{t.title}</h3>
      <p className="text-small text-ink-soft">{t.text}</p>
      <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
        <TextField
          label={t.until}
          type="date"
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
        <TextField
          label={t.reason}
          autoComplete="off"
          maxLength={200}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
      {errorText && <Notice tone="error">{errorText}</Notice>}
      <div className="flex flex-wrap gap-3">
        <Button size="compact" type="submit" busy={busy}>
          {t.allow}
        </Button>
        {document.override_until !== null && (
          <Button size="compact" variant="secondary" busy={busy} onClick={() => run(document, '', '')}>
            {t.end}
          </Button>
        )}
      </div>
    </form>
  );
}
