import { useState } from 'react';
import { chileanDay } from '../../../shared/chile/time.ts';
import { languages } from '../../../shared/languages.ts';
import { maxRightsName, maxRightsText, rightsKinds, rightsPersons } from '../../../shared/rights.ts';
import { fileRightsRequest, type FiledRequest } from '../../data/tickets/rightsRequests.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { readContact } from '../../forms/contact.ts';
import { RadioField } from '../../forms/RadioField.tsx';
import { SelectField } from '../../forms/SelectField.tsx';
import { TextArea } from '../../forms/TextArea.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { languageNames } from '../../i18n/languages.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useChange } from '../parts/useChange.ts';

interface NewRequestDialogProps extends Pick<SectionProps, 'onDone'> {
  readonly onClose: () => void;
}

type Draft = Omit<FiledRequest, 'email' | 'phone'> & { readonly contact: string };

const channels = ['spoken', 'paper'] as const;

function useDraft() {
  const [draft, setDraft] = useState<Draft>(() => ({
    kind: 'access',
    person: 'passenger',
    channel: 'spoken',
    name: '',
    body: '',
    language: 'es',
    contact: '',
    received_on: chileanDay(new Date()),
    identified: false,
  }));
  const set = (changes: Partial<Draft>) => setDraft((current) => ({ ...current, ...changes }));
  return { draft, set };
}

/** Enters a request that came by word of mouth or on paper. */
export function NewRequestDialog({ onDone, onClose }: NewRequestDialogProps) {
  const { form: t } = useNamespace('rights');
  const { draft, set } = useDraft();
  const { contact, ...request } = draft;
  const reached = readContact(contact);
  const { busy, errorText, run } = useChange(
    async () => {
      if (reached) await fileRightsRequest({ ...request, ...reached });
    },
    () => {
      onClose();
      onDone(t.saved);
    },
  );
  return (
    <FormDialog
      title={t.title}
      busy={busy}
      disabled={draft.name.trim() === '' || draft.body.trim() === '' || reached === null}
      onSubmit={() => run()}
      errorText={errorText}
      onClose={onClose}
    >
      <Choices draft={draft} set={set} />
      <Words draft={draft} set={set} />
    </FormDialog>
  );
}

type DraftProps = ReturnType<typeof useDraft>;

function Choices({ draft, set }: DraftProps) {
  const t = useNamespace('rights');
  const { language: label } = useNamespace('tickets');
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t.kind}
          size="large"
          value={draft.kind}
          options={rightsKinds.map((kind) => ({ value: kind, label: t.kinds[kind] }))}
          onChange={(kind) => set({ kind })}
        />
        <SelectField
          label={label}
          size="large"
          value={draft.language}
          options={languages.map((language) => ({ value: language, label: languageNames[language] }))}
          onChange={(language) => set({ language })}
        />
      </div>
      <RadioField
        label={t.person}
        value={draft.person}
        options={rightsPersons.map((person) => ({ value: person, label: t.persons[person] }))}
        onChange={(person) => set({ person })}
      />
      <RadioField
        label={t.channel}
        value={draft.channel}
        options={channels.map((channel) => ({ value: channel, label: t.channels[channel] }))}
        onChange={(channel) => set({ channel })}
      />
    </>
  );
}

function Words({ draft, set }: DraftProps) {
  const { form: t, body } = useNamespace('rights');
  const isWrong = readContact(draft.contact) === null;
  return (
    <>
      <TextField
        label={t.name}
        value={draft.name}
        maxLength={maxRightsName}
        autoComplete="off"
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextArea
        label={body}
        value={draft.body}
        rows={3}
        maxLength={maxRightsText}
        onChange={(written) => set({ body: written })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t.contact}
          value={draft.contact}
          maxLength={254}
          autoComplete="off"
          error={isWrong ? t.contactInvalid : undefined}
          onChange={({ target }) => set({ contact: target.value })}
        />
        <TextField
          label={t.received}
          type="date"
          value={draft.received_on}
          onChange={({ target }) => set({ received_on: target.value })}
        />
      </div>
      <Checkbox
        label={t.identified}
        checked={draft.identified}
        onChange={(identified) => set({ identified })}
      />
    </>
  );
}
