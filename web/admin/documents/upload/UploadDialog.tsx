import { Upload } from 'lucide-react';
import { useId } from 'react';
import { FileButton } from '../../../forms/FileButton.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { useFormat } from '../../parts/useFormat.ts';
import { UploadRowFields } from './UploadRowFields.tsx';
import { useUploads } from './useUploads.ts';

interface UploadDialogProps {
  readonly onSaved: (message: string) => void;
  readonly onClose: () => void;
}

/** Takes many files at once: assigns each by its name, shows where each goes, and stores them. */
export function UploadDialog({ onSaved, onClose }: UploadDialogProps) {
  const { upload: t } = useNamespace('documentBulk');
  const format = useFormat();
  const id = useId();
  const uploads = useUploads((count) => onSaved(t.done(count, format.count(count))));
  const { judged, ready, open, busy } = uploads;
  return (
    <FormDialog
      title={t.title}
      action={t.take(ready.length, format.count(ready.length))}
      busy={busy}
      disabled={ready.length === 0}
      onSubmit={uploads.sendAll}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        <div>
          <FileButton
            label={t.choose}
            icon={<Upload size={22} aria-hidden="true" className="shrink-0" />}
            accept="application/pdf,image/*,.heic"
            disabled={busy || uploads.adding}
            describedBy={`${id}-hint`}
            onFiles={uploads.add}
          />
        </div>
        <p id={`${id}-hint`} className="text-small text-ink-soft">
          {t.hint}
        </p>
      </div>
      {uploads.errorText && <Notice tone="error">{uploads.errorText}</Notice>}
      {open.length > 0 && (
        <output className="block font-semibold text-danger">
          {t.unassigned(open.length, format.count(open.length))}
        </output>
      )}
      {judged.length > 0 && (
        <ul className="border-t border-line">
          {judged.map((each) => (
            <UploadRowFields
              key={each.row.id}
              judged={each}
              kinds={uploads.kinds}
              isLocked={busy || each.row.state === 'stored'}
              onChange={(changes) => uploads.change(each.row.id, changes)}
              onOwnerText={uploads.findOwner}
              onRetry={() => uploads.retry(each)}
              onRemove={() => uploads.remove(each.row.id)}
            />
          ))}
        </ul>
      )}
    </FormDialog>
  );
}
