import { useRef, type FormEvent } from 'react';
import { documentFields } from '../../../shared/records/document.ts';
import { namesOf } from '../../../shared/records/field.ts';
import { vehicleFields } from '../../../shared/records/vehicle.ts';
import { nextGap, type DocumentPlace, type Gap } from '../../data/documents/documentGrid.ts';
import type { FleetDocument } from '../../data/documents/documents.ts';
import { DocumentFileField, OpenFileButton } from '../../documents/DocumentFile.tsx';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { RecordInput } from '../../forms/RecordInput.tsx';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Notice } from '../../ui/Notice.tsx';
import { overrideDocument } from '../../data/documents/documentRecords.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { ChangeButton } from '../parts/list/cells.tsx';
import { DraftLine } from '../parts/DraftLine.tsx';
import { DriverPicker } from '../parts/DriverPicker.tsx';
import { useChangeForm } from '../parts/useChange.ts';
import { useKinds, useOwnerOptions } from './DocumentFilters.tsx';
import { useDocumentForm, type DraftStart } from './useDocumentForm.ts';
import { documentName, gapName } from './names.ts';
import { SmallButton } from '../parts/SmallButton.tsx';

interface DocumentDialogProps extends DraftStart {
  /** Shown above the form: the document that was saved before this one. */
  readonly said?: string | undefined;
  readonly onDone: (message: string) => void;
  /** Goes on with the next document that is missing, after this message. */
  readonly onNext: (gap: Gap, message: string) => void;
  readonly onClose: () => void;
}

type Draft = ReturnType<typeof useDocumentForm>;

/** The name of the button that saves and goes on. */
const nextName = 'next';

const isNext = ({ nativeEvent }: FormEvent): boolean =>
  nativeEvent instanceof SubmitEvent && nativeEvent.submitter?.getAttribute('name') === nextName;

/** The draft, which goes on to the next gap where the form was sent by the button for that. */
function useDraft({ document, gap, onDone, onNext }: DocumentDialogProps) {
  const { noGaps } = useNamespace('documents').form;
  const kinds = useKinds();
  const goesOn = useRef(false);
  const finish = async (message: string, place: DocumentPlace) => {
    // The document is saved, whatever becomes of the search for the next one.
    const next = goesOn.current ? await nextGap(place, kinds).catch(() => undefined) : undefined;
    if (next) onNext(next, message);
    else onDone(next === null ? noGaps(message) : message);
  };
  const draft = useDocumentForm({ document, gap }, (message, place) => void finish(message, place));
  const submit = (event: FormEvent<HTMLFormElement>) => {
    goesOn.current = isNext(event);
    draft.form.onSubmit(event);
  };
  return { draft, submit };
}

/** Adds or edits a document, its file first, and overrides one that has expired. */
export function DocumentDialog(props: DocumentDialogProps) {
  const { document, gap, said, onDone, onClose } = props;
  const t = useNamespace('documents');
  const { chooseFile } = useNamespace('admin');
  const { draft, submit } = useDraft(props);
  const { form } = draft;
  const name = document ? documentName(document) : gap && gapName(gap, draft.kinds);
  const isOverridable = document?.state === 'expired' && document.critical && document.verified_at !== null;
  return (
    <FormDialog
      title={document ? t.form.editTitle : t.add}
      form={{ ...form, onSubmit: submit }}
      next={{ name: nextName, label: t.form.next }}
      focusesField={gap !== null}
      onClose={onClose}
      after={isOverridable && <OverrideForm document={document} onDone={onDone} />}
    >
      {said && <Notice tone="success">{said}</Notice>}
      {name ? (
        <p className="text-lead font-semibold [overflow-wrap:anywhere]">{name}</p>
      ) : (
        <OwnerFields draft={draft} />
      )}
      <DocumentFileField
        label={chooseFile}
        cameraLabel={t.form.takePhoto}
        hint={t.form.fileHint}
        file={draft.file}
        onFile={draft.setFile}
      >
        <OpenFileButton file={document?.file ?? null} label={t.form.openFile} variant="secondary" />
      </DocumentFileField>
      <div className="grid gap-4 sm:grid-cols-3">
        {namesOf(documentFields, ['expiresOn']).map((name) => (
          <RecordInput
            key={name}
            of={documentFields[name]}
            binding={form.field(name)}
            label={t.form[name]}
            {...(name === 'number' && { maxLength: documentFields.number.shape.max })}
          />
        ))}
      </div>
      <Checkbox label={t.form.critical} {...form.checkbox('critical')} />
    </FormDialog>
  );
}

function OwnerFields({ draft: { form, kinds, choose } }: { readonly draft: Draft }) {
  const t = useNamespace('documents');
  const { owner, kindId } = form.values;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          size="large"
          label={t.owner}
          value={owner}
          options={useOwnerOptions()}
          onChange={(value) => choose(value, '')}
        />
        <SelectField
          size="large"
          label={t.kind}
          value={kindId || (kinds[0]?.id ?? '')}
          options={kinds.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(value) => choose(owner, value)}
        />
      </div>
      {owner === 'driver' ? (
        <DriverPicker label={t.form.driver} {...form.control('driver')} />
      ) : (
        <RecordInput of={vehicleFields.license_plate} binding={form.field('plate')} label={t.form.plate} />
      )}
    </>
  );
}

const overrideFields = {
  until: { shape: { kind: 'day' } },
  reason: { shape: { kind: 'text', max: 200, required: true } },
} as const;

interface OverrideFormProps {
  readonly document: FleetDocument;
  readonly onDone: (message: string) => void;
}

/** Lets the owner of an expired document serve until a day, for a reason that is logged. */
function OverrideForm({ document, onDone }: OverrideFormProps) {
  const { override: t } = useNamespace('documents');
  const name = documentName(document);
  const form = useChangeForm({
    initial: { until: document.override_until ?? '', reason: document.override_reason ?? '' },
    draft: `override:${document.id}`,
    changesRecord: true,
    schema: () => overrideFields,
    phrases: { validation_failed: t.invalid },
    save: ({ until, reason }) => overrideDocument(document, until, reason),
    onSaved: () => onDone(t.allowed(name)),
  });
  const input = (field: keyof typeof overrideFields) => (
    <RecordInput of={overrideFields[field]} binding={form.field(field)} label={t[field]} />
  );
  return (
    <form noValidate onSubmit={form.onSubmit} className="mt-6 flex flex-col gap-4 border-t border-line pt-5">
      <h3 className="headline text-lead">{t.title}</h3>
      <p className="text-small text-ink-soft">{t.text}</p>
      <DraftLine draft={form.draft} />
      <div className="grid gap-4 sm:grid-cols-[1fr_2fr]">
        {input('until')}
        {input('reason')}
      </div>
      {form.errorText && <Notice tone="error">{form.errorText}</Notice>}
      <div className="flex flex-wrap gap-3">
        <SmallButton type="submit" busy={form.busy}>
          {t.allow}
        </SmallButton>
        {document.override_until !== null && (
          <ChangeButton
            variant="secondary"
            change={() => overrideDocument(document, '', '')}
            onDone={() => onDone(t.ended(name))}
          >
            {t.end}
          </ChangeButton>
        )}
      </div>
    </form>
  );
}
