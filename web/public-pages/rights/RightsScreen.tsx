import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { maxRightsName, maxRightsText, rightsKinds, rightsPersons } from '../../../shared/rights.ts';
import { getEnvironment } from '../../data/environment.ts';
import { openRightsRequest } from '../../data/tickets/publicTickets.ts';
import { RadioField } from '../../forms/RadioField.tsx';
import { TextArea } from '../../forms/TextArea.tsx';
import { TextField } from '../../forms/TextField.tsx';
import { useAction } from '../../forms/useAction.ts';
import { useRequestKeys } from '../../forms/useRequestKeys.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { linkClass, linkVariants } from '../../ui/linkStyles.ts';
import { Notice } from '../../ui/Notice.tsx';
import { newSecret } from '../../util/secret.ts';
import { readContact } from '../../forms/contact.ts';
import { Message } from '../Message.tsx';
import { usePublicForm } from '../usePublicForm.ts';
import { emptyRequest, requestProblems, type RequestValues } from './requestForm.ts';

interface SentRequest {
  readonly number: string;
  readonly secret: string;
  /** Whether it waits for a link that goes to an e-mail address. */
  readonly byMail: boolean;
}

/** The page on which a person uses a right of law 21.719, without an account. */
export default function RightsScreen() {
  const { form: t } = useNamespace('rightsPage');
  const { language } = useLanguage();
  const { keyOf } = useRequestKeys(newSecret);
  const [sent, setSent] = useState<SentRequest | null>(null);
  const { run, busy, errorText } = useAction(
    async (written: Parameters<typeof openRightsRequest>[1]) => {
      const secret = keyOf(written);
      const number = await openRightsRequest(secret, written);
      setSent({ number, secret, byMail: written.email !== null && getEnvironment().mail !== 'stored' });
      window.scrollTo(0, 0);
    },
    { over_case_rate_limit: t.tooMany },
  );
  const form = usePublicForm(emptyRequest, requestProblems, ({ kind, person, name, body, contact }) => {
    const reached = readContact(contact);
    if (kind !== '' && reached)
      run({ kind, person, name: name.trim(), body: body.trim(), language, ...reached });
  });
  if (sent) return <SentMessage {...sent} />;
  return (
    <main className="mx-auto flex w-full max-w-xl flex-1 flex-col gap-5 px-5 py-6">
      <div>
        <h1 className="headline text-title">{t.title}</h1>
        <p className="mt-1 text-ink-soft">{t.lead}</p>
      </div>
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <RequestFields {...form} />
        <p className="text-small text-ink-soft">{t.use}</p>
        {errorText && <Notice tone="error">{errorText}</Notice>}
        <Button type="submit" busy={busy}>
          {t.send}
        </Button>
      </form>
    </main>
  );
}

type FieldsProps = Pick<
  ReturnType<typeof usePublicForm<RequestValues, keyof ReturnType<typeof requestProblems>>>,
  'values' | 'has' | 'set'
>;

function RequestFields({ values, has, set }: FieldsProps) {
  const { form: t, kinds, persons } = useNamespace('rightsPage');
  return (
    <>
      <RadioField
        variant="cards"
        label={t.kind}
        value={values.kind}
        options={rightsKinds.map((kind) => ({ value: kind, label: kinds[kind] }))}
        error={has('kind') ? t.problems.kind : undefined}
        onChange={(kind) => set({ kind })}
      />
      <RadioField
        label={t.person}
        value={values.person}
        options={rightsPersons.map((person) => ({ value: person, label: persons[person] }))}
        onChange={(person) => set({ person })}
      />
      <TextArea
        label={t.body}
        hint={t.bodyHint}
        value={values.body}
        maxLength={maxRightsText}
        error={has('body') ? t.problems.body : undefined}
        onChange={(body) => set({ body })}
      />
      <TextField
        label={t.name}
        value={values.name}
        maxLength={maxRightsName}
        autoComplete="name"
        error={has('name') ? t.problems.name : undefined}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextField
        label={t.contact}
        hint={t.contactHint}
        value={values.contact}
        maxLength={254}
        autoComplete="email"
        error={has('contact') ? t.problems.contact : undefined}
        onChange={({ target }) => set({ contact: target.value })}
      />
    </>
  );
}

/** The number, and how the contact is confirmed. The secret stands in the fragment, which no browser sends to a server. */
function SentMessage({ number, byMail, secret }: SentRequest) {
  const { outcome: t } = useNamespace('rightsPage');
  const { language } = useLanguage();
  return (
    <Message
      icon={<CircleCheck size={48} />}
      title={t.title(number)}
      text={byMail ? t.byMail : t.byPhone}
      tone="success"
      takesFocus
    >
      <a
        href={`/rights/request?lang=${language}#${secret}`}
        className={classes(linkClass, linkVariants.primary)}
      >
        {t.open}
      </a>
    </Message>
  );
}
