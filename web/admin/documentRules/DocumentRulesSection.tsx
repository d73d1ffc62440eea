import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { kindFields, type DocumentOwner } from '../../../shared/records/document.ts';
import {
  addKind,
  deleteKind,
  documentsStopService,
  setKindCritical,
  setDocumentsStopService,
} from '../../data/documents/documentRecords.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { RecordInput } from '../../forms/RecordInput.tsx';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Notice } from '../../ui/Notice.tsx';
import { DraftLine } from '../parts/DraftLine.tsx';
import { adminKey, useChange, useChangeForm } from '../parts/useChange.ts';
import { useMay } from '../parts/useMay.ts';
import { useKinds, useOwnerOptions } from '../documents/DocumentFilters.tsx';
import { SmallButton, SmallIconButton } from '../parts/SmallButton.tsx';

const nothing = () => undefined;

/** The company's rules for documents: whether an expired one stops its driver, and the kinds there are. */
export default function DocumentRulesSection() {
  const { rulesView: t } = useNamespace('documents');
  return (
    <div className="max-w-3xl rounded-card border border-line bg-surface-raised p-4 sm:p-5">
      <StopSwitch />
      <h3 className="headline mt-4 mb-2 text-lead">{t.kinds}</h3>
      <Kinds />
      <NewKind />
    </div>
  );
}

function StopSwitch() {
  const { rulesView: t } = useNamespace('documents');
  const { data: stops } = useQuery({
    queryKey: [adminKey, 'documents-policy'],
    queryFn: documentsStopService,
  });
  const mayChange = useMay('serviceRules');
  const { run, busy, errorText } = useChange(setDocumentsStopService, nothing);
  return (
    <>
      <Checkbox
        label={t.stop}
        hint={mayChange ? t.stopHint : `${t.stopHint} ${t.byAdministrator}`}
        checked={stops ?? false}
        disabled={!mayChange || stops === undefined || busy}
        onChange={run}
        className="mb-1 items-start font-semibold"
      />
      {errorText && <Notice tone="error">{errorText}</Notice>}
    </>
  );
}

function Kinds() {
  const { owners, critical, rulesView: t } = useNamespace('documents');
  const kinds = useKinds();
  const mayDelete = useMay('delete');
  const marking = useChange(setKindCritical, nothing);
  const deleting = useChange(deleteKind, nothing, { '23503': t.inUse });
  const errorText = marking.errorText ?? deleting.errorText;
  return (
    <>
      <ul>
        {kinds.map(({ id, name, owner, critical: isCritical }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-1.5">
            <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              {name} <span className="text-small text-ink-soft">{owners[owner as DocumentOwner]}</span>
            </span>
            <Checkbox
              label={critical}
              checked={isCritical}
              aria-label={t.criticalOf(name)}
              onChange={(checked) => marking.run(id, checked)}
              className="min-h-11 items-center text-small"
            />
            {mayDelete && (
              <SmallIconButton
                label={t.deleteKind(name)}
                icon={<Trash2 size={20} />}
                onClick={() => deleting.run(id)}
                isDanger
              />
            )}
          </li>
        ))}
      </ul>
      {errorText && (
        <Notice tone="error" className="mt-3">
          {errorText}
        </Notice>
      )}
    </>
  );
}

function NewKind() {
  const { owner: ownerLabel, rulesView: t } = useNamespace('documents');
  const form = useChangeForm<{ readonly name: string; readonly owner: DocumentOwner }, void>({
    initial: { name: '', owner: 'driver' },
    draft: 'kind',
    schema: () => kindFields,
    phrases: { kind_exists: t.exists },
    fieldOf: ({ code }) => (code === 'kind_exists' ? 'name' : undefined),
    save: (kind) => addKind({ ...kind, critical: false }),
    onSaved: () => form.setValue('name', ''),
  });
  return (
    <form noValidate onSubmit={form.onSubmit} className="mt-4 flex flex-col gap-3">
      <DraftLine draft={form.draft} />
      <div className="grid gap-4 sm:grid-cols-2">
        <RecordInput of={kindFields.name} binding={form.field('name')} label={t.newKind} />
        <SelectField size="large" label={ownerLabel} options={useOwnerOptions()} {...form.control('owner')} />
      </div>
      {form.errorText && <Notice tone="error">{form.errorText}</Notice>}
      <SmallButton type="submit" busy={form.busy} className="self-start">
        {t.addKind}
      </SmallButton>
    </form>
  );
}
