import { Camera, CircleCheck, CloudOff, X } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { caseKinds, maxCaseText } from '../../shared/cases.ts';
import { RightsLink } from '../components/RightsLink.tsx';
import type { DataError } from '../data/errors.ts';
import { Checkbox } from '../forms/Checkbox.tsx';
import { FileButton } from '../forms/FileButton.tsx';
import { RadioField } from '../forms/RadioField.tsx';
import { TextArea } from '../forms/TextArea.tsx';
import { TextField } from '../forms/TextField.tsx';
import { useDescribeError } from '../i18n/describeError.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { isShared } from '../session/memory.ts';
import { Button } from '../ui/Button.tsx';
import { focusOnMount } from '../ui/focusOnMount.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { linkClass, linkVariants } from '../ui/linkStyles.ts';
import { Notice } from '../ui/Notice.tsx';
import { classes } from '../ui/classes.ts';
import { isObjectWith } from '../util/storedValue.ts';
import { forgetStoredCase, storeCase } from '../passenger/caseStore.ts';
import { useCaseDelivery } from '../passenger/useCaseDelivery.ts';
import { maxPlaceCharacters, useHelpForm, type HelpValues } from './useHelpForm.ts';

/** Longest side of a photo that a phone sends, which may be over a slow connection. */
const photoSidePixels = 1280;

async function dataUrlOf(file: File): Promise<string> {
  // Only who picks a photo needs its code.
  const { shrinkPhoto } = await import('../data/files/shrinkPhoto.ts');
  const small = await shrinkPhoto(file, photoSidePixels);
  // It comes back as it was where the browser cannot draw it, and then neither can the server.
  if (small === file) throw new Error('unreadable');
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result)));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(small);
  });
}

/** The case whose outcome the page showed before a reload, which comes by itself when the server is there again. */
function sentBefore(): string | null {
  const state: unknown = history.state;
  return isObjectWith<{ readonly sent: string | null }>('sent')(state) ? state.sent : null;
}

/** The page on which a passenger says what was lost or went wrong. @param code the driver's verification code, if known */
export default function HelpScreen({ code }: { readonly code: string }) {
  const { cases, failure, send } = useCaseDelivery();
  const [sent, setSent] = useState(sentBefore);
  const top = useRef<HTMLHeadingElement>(null);
  const showSent = (secret: string | null) => {
    history.replaceState({ sent: secret }, '');
    setSent(secret);
  };
  const form = useHelpForm(code, (written, photo) => {
    showSent(storeCase(written, photo));
    send();
    window.scrollTo(0, 0);
  });
  const shown = cases.find(({ secret }) => secret === sent);
  if (shown)
    return (
      <Outcome
        {...shown}
        failure={failure}
        onBack={() => {
          // The form still holds a refused case, and sends it again as a new one.
          if (shown.number === null) forgetStoredCase(shown.secret);
          else form.clear();
          flushSync(() => showSent(null));
          // The pressed button, which had the focus, is gone.
          top.current?.focus();
        }}
      />
    );
  return <CaseForm form={form} cases={cases} top={top} />;
}

type FormProps = ReturnType<typeof useHelpForm>;

interface CaseFormProps extends Pick<ReturnType<typeof useCaseDelivery>, 'cases'> {
  readonly form: FormProps;
  readonly top: RefObject<HTMLHeadingElement | null>;
}

function CaseForm({ form, cases, top }: CaseFormProps) {
  const { form: t, kinds } = useNamespace('help');
  return (
    <main className="mx-auto flex w-full max-w-xl flex-1 flex-col gap-5 px-5 py-6">
      <div>
        <h1 ref={top} tabIndex={-1} className="headline text-title outline-none">
          {t.title}
        </h1>
        <p className="mt-1 text-ink-soft">{t.lead}</p>
      </div>
      <OwnCases cases={cases} />
      <form noValidate onSubmit={form.submit} className="flex flex-col gap-5">
        <RadioField
          variant="cards"
          label={t.kind}
          value={form.values.kind}
          options={caseKinds.map((kind) => ({ value: kind, label: kinds[kind] }))}
          error={form.has('kind') ? t.problems.kind : undefined}
          onChange={(kind) => form.set({ kind })}
        />
        <TextArea
          label={t.body}
          value={form.values.body}
          maxLength={maxCaseText}
          error={form.has('body') ? t.problems.body : undefined}
          onChange={(body) => form.set({ body })}
        />
        <Details {...form} />
        <Checkbox
          label={t.consent}
          className="items-start"
          checked={form.values.consent}
          error={form.has('consent') ? t.problems.consent : undefined}
          onChange={(consent) => form.set({ consent })}
        />
        <Button type="submit">{t.send}</Button>
      </form>
      <RightsLink label={t.rights} />
    </main>
  );
}

function Details({ values, has, set }: FormProps) {
  const { form: t } = useNamespace('help');
  const text = (name: 'when' | 'place' | 'contact') => ({
    name,
    label: t[name],
    value: values[name],
    onChange: (event: { readonly target: HTMLInputElement }) => set({ [name]: event.target.value }),
  });
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField {...text('when')} hint={t.whenHint} type="datetime-local" />
        <TextField {...text('place')} maxLength={maxPlaceCharacters} autoComplete="off" />
      </div>
      <TextField
        {...text('contact')}
        maxLength={254}
        autoComplete="email"
        hint={t.contactHint}
        error={has('contact') ? t.problems.contact : undefined}
      />
      <PhotoChoice photo={values.photo} onPhoto={(photo) => set({ photo })} />
    </>
  );
}

interface PhotoChoiceProps {
  readonly photo: HelpValues['photo'];
  readonly onPhoto: (photo: HelpValues['photo']) => void;
}

function PhotoChoice({ photo, onPhoto }: PhotoChoiceProps) {
  const { form: t } = useNamespace('help');
  const [failed, setFailed] = useState(false);
  const pick = (file: File) => {
    setFailed(false);
    dataUrlOf(file).then(onPhoto, () => setFailed(true));
  };
  return (
    <div className="flex flex-wrap items-center gap-4">
      {photo !== null && (
        <div className="flex items-center">
          <img src={photo} alt={t.photoAlt} className="size-20 rounded-control object-cover" />
          <IconButton label={t.noPhoto} icon={<X size={24} />} onClick={() => onPhoto(null)} />
        </div>
      )}
      <FileButton
        label={photo === null ? t.photo : t.otherPhoto}
        icon={<Camera size={24} className="shrink-0" aria-hidden="true" />}
        accept="image/*"
        onFile={pick}
      />
      {failed && (
        <Notice tone="error" className="basis-full">
          {t.photoFailed}
        </Notice>
      )}
    </div>
  );
}

interface OutcomeProps {
  readonly secret: string;
  readonly number: string | null;
  readonly photoLost?: boolean;
  readonly failure: DataError | null;
  /** Writes again, or another case. */
  readonly onBack: () => void;
}

/** The number once the server has the case; before that, that the phone keeps it. */
function Outcome({ secret, number, photoLost, failure, onBack }: OutcomeProps) {
  const { outcome: t } = useNamespace('help');
  const describe = useDescribeError({ over_case_rate_limit: t.tooMany });
  const isRefused = failure !== null && !failure.retryable;
  return (
    <main className="mx-auto flex w-full max-w-md flex-1 flex-col items-center justify-center gap-4 px-5 py-10 text-center">
      <span
        aria-hidden="true"
        className={classes(
          'flex size-24 items-center justify-center rounded-full',
          number === null ? 'bg-accent-soft text-accent' : 'bg-success-soft text-success',
        )}
      >
        {number === null ? <CloudOff size={44} /> : <CircleCheck size={48} />}
      </span>
      <div aria-live="polite">
        {/* The pressed button, which had the focus, is gone. */}
        <h1 ref={focusOnMount} tabIndex={-1} className="headline text-title outline-none">
          {number === null ? (isRefused ? t.refusedTitle : t.waitingTitle) : t.title}
        </h1>
        {number !== null && <p className="headline mt-3 text-display tabular-nums">{number}</p>}
        <p className="mt-2 text-lead text-balance text-ink-soft">
          {number === null ? (isRefused ? describe(failure) : t.waitingText) : t.text}
        </p>
      </div>
      {photoLost && number !== null && <Notice tone="error">{t.photoLost}</Notice>}
      <div className="mt-4 flex w-full flex-col gap-3">
        {number !== null && <TicketLink secret={secret} label={t.open} />}
        {(number !== null || isRefused) && (
          <Button variant="secondary" onClick={onBack}>
            {isRefused && number === null ? t.back : t.another}
          </Button>
        )}
      </div>
    </main>
  );
}

/** Leads to the ticket page. The secret stands in the fragment, which no browser sends to a server. */
function TicketLink({ secret, label }: { readonly secret: string; readonly label: string }) {
  const { language } = useLanguage();
  return (
    <a href={`/help/ticket?lang=${language}#${secret}`} className={classes(linkClass, linkVariants.primary)}>
      {label}
    </a>
  );
}

/** The cases that this phone has written before. */
function OwnCases({ cases }: Pick<ReturnType<typeof useCaseDelivery>, 'cases'>) {
  const { form: t } = useNamespace('help');
  const { language } = useLanguage();
  const own = cases.filter(({ shared }) => !shared);
  if (isShared() || own.length === 0) return null;
  return (
    <section aria-labelledby="own-cases" className="rounded-card bg-surface-raised p-4 shadow-card">
      <h2 id="own-cases" className="text-small font-semibold">
        {t.own}
      </h2>
      <ul className="flex flex-wrap gap-x-5">
        {own.map(({ secret, number }) => (
          <li key={secret} className="flex min-h-11 items-center">
            {number === null ? (
              <span className="text-ink-soft">{t.waits}</span>
            ) : (
              <a
                href={`/help/ticket?lang=${language}#${secret}`}
                className="font-semibold text-accent underline underline-offset-4"
              >
                {number}
              </a>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
