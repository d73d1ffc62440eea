import { Upload } from 'lucide-react';
import { useState } from 'react';
import { documentFields } from '../../shared/records/document.ts';
import { sendRenewal } from '../data/documents/renewals.ts';
import { listOwnDocuments, type FleetDocument } from '../data/documents/documents.ts';
import { LoadError } from '../components/LoadError.tsx';
import { useLoad } from '../data/useLoad.ts';
import { RecordInput } from '../forms/RecordInput.tsx';
import { useForm } from '../forms/useForm.ts';
import { useRequestKeys } from '../forms/useRequestKeys.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { newUuid } from '../util/uuid.ts';
import { DocumentFileField, OpenFileButton } from './DocumentFile.tsx';
import { DocumentLine } from './DocumentLine.tsx';

/** The documents that the driver may see, each with its file; for the own ones the renewal can be sent. */
export default function OwnDocuments() {
  const { common } = useMessages();
  const t = useNamespace('ownDocuments');
  const { value: documents, error, reload } = useLoad(listOwnDocuments);
  const [sent, setSent] = useState(false);
  if (error) return <LoadError error={error} onRetry={reload} />;
  if (!documents) return <Spinner label={common.loading} size={44} className="text-accent" />;
  const done = () => {
    setSent(true);
    reload();
  };
  return (
    <>
      {sent && (
        <Notice tone="success" className="mb-4">
          {t.sent}
        </Notice>
      )}
      {documents.length === 0 && <p>{t.empty}</p>}
      <ul className="flex flex-col gap-3">
        {documents.map((document) => (
          <OwnDocument
            key={document.id}
            document={document}
            isRenewed={documents.some((other) => isRenewal(other, document))}
            onSent={done}
          />
        ))}
      </ul>
    </>
  );
}

/** Whether a document that waits for its check renews another one. */
function isRenewal(sent: FleetDocument, { kind_id: kind, owner }: FleetDocument): boolean {
  return sent.verified_at === null && sent.kind_id === kind && sent.owner === owner;
}

/** One document, with its file and the form for its renewal. */
export function OwnDocument({
  document,
  isRenewed = false,
  onSent,
}: {
  readonly document: FleetDocument;
  /** The company is checking a newer one. */
  readonly isRenewed?: boolean;
  readonly onSent: () => void;
}) {
  const t = useNamespace('ownDocuments');
  const [renewing, setRenewing] = useState(false);
  const canRenew = document.owner === 'driver' && document.verified_at !== null && !isRenewed;
  return (
    <li className="rounded-control border border-line p-4">
      <DocumentLine document={document} />
      {renewing ? (
        <RenewalForm
          document={document}
          onSent={() => {
            setRenewing(false);
            onSent();
          }}
        />
      ) : (
        <div className="mt-3 flex flex-wrap gap-3 empty:hidden">
          {canRenew && (
            <Button
              size="compact"
              variant="secondary"
              icon={<Upload size={20} />}
              aria-label={t.renewOf(document.kind)}
              onClick={() => setRenewing(true)}
            >
              {t.renew}
            </Button>
          )}
          <OpenFileButton file={document.file} label={t.openFile} variant="quiet" />
        </div>
      )}
    </li>
  );
}

function RenewalForm({
  document,
  onSent,
}: {
  readonly document: FleetDocument;
  readonly onSent: () => void;
}) {
  const t = useNamespace('ownDocuments');
  const { keyOf } = useRequestKeys(newUuid);
  const form = useForm({
    initial: { expiresOn: '', file: null as File | null },
    check: ({ expiresOn, file }) => ({
      ...(expiresOn === '' && { expiresOn: 'required' }),
      ...(file === null && { file: 'missing' }),
    }),
    phrases: { missing: t.missing },
    submit: async ({ expiresOn, file }) => {
      const { name, size, lastModified } = file!;
      await sendRenewal(keyOf([expiresOn, name, size, lastModified]), { document, expiresOn, file: file! });
      onSent();
    },
  });
  const { value: file, error, onChange } = form.control('file');
  return (
    <form noValidate onSubmit={form.onSubmit} className="mt-4 flex flex-col gap-4">
      <RecordInput of={documentFields.expiresOn} binding={form.field('expiresOn')} label={t.expiresOn} />
      <DocumentFileField label={t.file} hint={t.fileHint} file={file} error={error} onFile={onChange} />
      {form.errorText && <Notice tone="error">{form.errorText}</Notice>}
      <Button type="submit" busy={form.busy} className="self-start">
        {t.send}
      </Button>
    </form>
  );
}
