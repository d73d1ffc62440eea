import { Suspense, useCallback, useState } from 'react';
import { useLocation } from 'wouter';
import type { Credentials } from '../../shared/validation.ts';
import { LoadError } from '../components/LoadError.tsx';
import { LoadingScreen } from '../components/LoadingScreen.tsx';
import { PhotoField } from '../components/PhotoField.tsx';
import { Plate } from '../components/Plate.tsx';
import { useCompany } from '../content/ContentProvider.tsx';
import { DataError } from '../data/errors.ts';
import { readInvitation, type Invitation } from '../data/drivers/ownInvitation.ts';
import { useLoad } from '../data/useLoad.ts';
import { EmailField } from '../forms/TextField.tsx';
import { useForm } from '../forms/useForm.ts';
import NewPasswordField from '../account/NewPasswordField.tsx';
import type { ErrorPhrases } from '../i18n/describeError.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { useNamespace } from '../i18n/namespaces.ts';
import { userOf } from '../session/machine.ts';
import { joinCompany, type RegistrationResult } from '../session/registration.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Spinner } from '../ui/Spinner.tsx';
import { useFragmentToken } from '../util/useFragmentToken.ts';
import ConsentNotice from './ConsentNotice.tsx';
import { EntranceForm } from './EntranceForm.tsx';
import { EntranceFrame } from './EntranceFrame.tsx';
import { splitPhotoError } from './photoError.ts';
import { useShownPolicy } from './useShownPolicy.ts';

/** The page of an invitation, `/invite#<token>`: the driver chooses e-mail, password and photo, and is signed in. */
export default function InviteScreen() {
  const token = useFragmentToken();
  return (
    <EntranceFrame>
      <OpenedLink key={token} token={token} />
    </EntranceFrame>
  );
}

/** The errors after which no attempt with the same link can succeed. */
function useRefusals(): ErrorPhrases {
  const t = useNamespace('invitation');
  return {
    invitation_used: t.used,
    invitation_withdrawn: t.withdrawn,
    invitation_expired: t.expired,
  };
}

function OpenedLink({ token }: { readonly token: string }) {
  const t = useNamespace('invitation');
  const { login } = useMessages();
  const { state } = useSession();
  const user = userOf(state);
  // An account whose registration was cut off has no driver yet: it may accept.
  if (user && state.status !== 'incomplete') return <Ended text={t.inUse} action={t.leave} />;
  if (token === '') return <Ended text={t.noToken} action={login.signIn} />;
  return <OpenInvitation token={token} userId={user?.id} />;
}

/** Says why there is nothing to accept, with the way on. */
function Ended({ text, action }: { readonly text: string; readonly action: string }) {
  const t = useNamespace('invitation');
  const [, navigate] = useLocation();
  return (
    <>
      <h2 className="headline text-title">{t.title}</h2>
      <Notice tone="info" className="mt-6">
        {text}
      </Notice>
      <Button onClick={() => navigate('/', { replace: true })} className="mt-6 w-full">
        {action}
      </Button>
    </>
  );
}

interface OpenInvitationProps {
  readonly token: string;
  /** The account that is signed in; undefined for nobody. */
  readonly userId: string | undefined;
}

function OpenInvitation({ token, userId }: OpenInvitationProps) {
  const { common, login } = useMessages();
  const refusals = useRefusals();
  const load = useCallback(() => readInvitation(token), [token]);
  const { value, error, reload } = useLoad(load);
  const refusal = error && refusals[error.code];
  if (refusal) return <Ended text={refusal} action={login.signIn} />;
  if (error) return <LoadError error={error} onRetry={reload} />;
  if (!value) return <Spinner label={common.loading} size={44} className="text-accent" />;
  return <AcceptForm token={token} userId={userId} invitation={value} />;
}

function useAcceptance({ token, userId }: OpenInvitationProps) {
  const t = useNamespace('invitation');
  const refusals = useRefusals();
  const { whileRegistering } = useSession();
  const [photo, setPhoto] = useState<File | null>(null);
  const { published, accept } = useShownPolicy();
  const form = useForm<Credentials, RegistrationResult>({
    initial: { email: '', password: '' },
    ...(userId === undefined && { schema: (schemas) => schemas.credentialsSchema }),
    phrases: { ...refusals, account_in_use: t.accountInUse, user_already_exists: t.emailTaken },
    submit: async (credentials) => {
      if (!photo) throw new DataError('photo_required', '');
      const account = userId === undefined ? credentials : { userId };
      const result = await accept((version) =>
        whileRegistering(() => joinCompany(token, account, photo, version)),
      );
      // A new page starts with the session: events of the auth client changed nothing meanwhile.
      if (result === 'registered') window.location.replace('/');
      return result;
    },
  });
  return { form, photo, setPhoto, published };
}

function AcceptForm({ invitation, ...link }: OpenInvitationProps & { readonly invitation: Invitation }) {
  const t = useNamespace('invitation');
  const { login } = useMessages();
  const { name: company } = useCompany();
  const { form, photo, setPhoto, published } = useAcceptance(link);
  const shown = splitPhotoError(form, photo);
  if (form.done && form.result === 'registered') return <LoadingScreen />;
  return (
    <>
      <EntranceForm
        title={t.from(company)}
        intro={link.userId === undefined ? t.intro : t.introSignedIn}
        action={t.accept}
        form={shown.form}
      >
        <Facts invitation={invitation} />
        <PhotoField photo={photo} onPhoto={setPhoto} error={shown.photoError} required />
        {link.userId === undefined && (
          <>
            <EmailField {...form.field('email')} label={login.email} autoComplete="email" />
            <NewPasswordField label={login.password} form={form} />
          </>
        )}
        {/* Its words come later: without a boundary the form would go while somebody types. */}
        <div className="min-h-20">
          <Suspense>{published && <ConsentNotice published={published} />}</Suspense>
        </div>
      </EntranceForm>
      {form.result === 'confirmEmail' && (
        <Notice tone="success" className="mt-5">
          <p>{login.confirmEmail}</p>
          <p>{t.thenOpenAgain}</p>
        </Notice>
      )}
    </>
  );
}

/** The driver as the company has entered them, so that a person who got somebody else's link notices. */
function Facts({ invitation }: { readonly invitation: Invitation }) {
  const { driver: labels } = useMessages();
  const { name, driver_code: code, license_plates: plates } = invitation;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 rounded-card border border-line bg-surface-raised px-4 py-3">
      <strong className="text-lead font-semibold [overflow-wrap:anywhere]">{name}</strong>
      <span>
        <span className="text-ink-soft">{labels.short.driverCode}</span> {code}
      </span>
      {plates.map((plate) => (
        <Plate key={plate} variant="tag" plate={plate} />
      ))}
    </div>
  );
}
