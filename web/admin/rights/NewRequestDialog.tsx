import { chileanDay } from '../../../shared/chile/time.ts';
import { languages } from '../../../shared/languages.ts';
import { maxRightsText, requestFields, rightsKinds, rightsPersons } from '../../../shared/rights.ts';
import { fileRightsRequest, type FiledRequest } from '../../data/tickets/rightsRequests.ts';
import { Checkbox } from '../../forms/Checkbox.tsx';
import { readContact } from '../../forms/contact.ts';
import { optionsOf } from '../../forms/options.ts';
import { RadioField } from '../../forms/RadioField.tsx';
import { RecordInput } from '../../forms/RecordInput.tsx';
import { SelectField } from '../../forms/SelectField.tsx';
import { TextArea } from '../../forms/TextArea.tsx';
import { languageNames } from '../../i18n/languages.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { FormDialog } from '../parts/dialogs.tsx';
import { useFinish } from '../parts/section.ts';
import { useChangeForm } from '../parts/useChange.ts';

type Draft = Omit<FiledRequest, 'email' | 'phone'> & { readonly contact: string };

const channels = ['spoken', 'paper'] as const;

const newRequest = (): Draft => ({
  kind: 'access',
  person: 'passenger',
  channel: 'spoken',
  name: '',
  body: '',
  language: 'es',
  contact: '',
  received_on: chileanDay(new Date()),
  identified: false,
});

/** Enters a request that came by word of mouth or on paper. */
export function NewRequestDialog() {
  const finish = useFinish();
  const t = useNamespace('rights');
  const { language } = useNamespace('tickets');
  const form = useChangeForm({
    initial: newRequest(),
    draft: 'request',
    schema: () => requestFields,
    check: ({ contact }) => (readContact(contact) ? {} : { contact: 'contact' }),
    phrases: { contact: t.form.contactInvalid },
    save: ({ contact, ...request }) => fileRightsRequest({ ...request, ...readContact(contact)! }),
    onSaved: () => finish(t.form.saved),
  });
  const input = (name: 'name' | 'contact' | 'received_on', label: string) => (
    <RecordInput of={requestFields[name]} binding={form.field(name)} label={label} />
  );
  return (
    <FormDialog title={t.form.title} form={form}>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label={t.kind}
          size="large"
          options={optionsOf(rightsKinds, t.kinds)}
          {...form.control('kind')}
        />
        <SelectField
          label={language}
          size="large"
          options={optionsOf(languages, languageNames)}
          {...form.control('language')}
        />
      </div>
      <RadioField
        label={t.person}
        options={optionsOf(rightsPersons, t.persons)}
        {...form.control('person')}
      />
      <RadioField label={t.channel} options={optionsOf(channels, t.channels)} {...form.control('channel')} />
      {input('name', t.form.name)}
      <TextArea label={t.body} rows={3} maxLength={maxRightsText} {...form.control('body')} />
      <div className="grid gap-4 sm:grid-cols-2">
        {input('contact', t.form.contact)}
        {input('received_on', t.form.received)}
      </div>
      <Checkbox label={t.form.identified} {...form.checkbox('identified')} />
    </FormDialog>
  );
}
