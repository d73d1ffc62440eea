import { lazy, Suspense, useState } from 'react';
import { PasswordField } from '../forms/PasswordField.tsx';
import { EmailField } from '../forms/TextField.tsx';
import type { FormFields } from '../forms/useForm.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Optional } from '../ui/Boundary.tsx';
import { EntranceForm } from './EntranceForm.tsx';
import { optionSpace } from './optionSpace.ts';
import { useLogin } from './useLogin.ts';
import { splitPhotoError } from './photoError.ts';

const loadProfileFields = () => import('./ProfileFields.tsx');
const ProfileFields = lazy(loadProfileFields);
const ProviderButtons = lazy(() => import('./ProviderButtons.tsx'));
const ConsentNotice = lazy(() => import('./ConsentNotice.tsx'));
const NewPasswordField = lazy(() => import('../account/NewPasswordField.tsx'));

export interface LoginFormProps {
  /** The e-mail address to begin with. */
  readonly email: string;
  /** The password is forgotten; gives what was typed as e-mail. */
  readonly onForgot: (email: string) => void;
}

/** Sign-in and registration in one form: typed text survives the toggle. */
export function LoginForm({ email, onForgot }: LoginFormProps) {
  const { login } = useMessages();
  const { registering, form, profile, published, registered, toggle } = useLogin(email);
  const { busy } = form;
  const shown = splitPhotoError(form, profile.photo);
  const [space] = useState(optionSpace);
  return (
    <>
      <EntranceForm
        title={registering ? login.registerTitle : login.signInTitle}
        intro={registering ? login.registerIntro : login.signInIntro}
        action={registering ? login.register : login.signIn}
        form={shown.form}
      >
        <Suspense>
          {registering && <ProfileFields form={form} {...profile} photoError={shown.photoError} />}
        </Suspense>
        <CredentialFields form={form} registering={registering} />
        {registering && (
          // Its room is there before the policy: the button below does not move under a thumb.
          <div className="min-h-20">
            <Suspense>{published && <ConsentNotice published={published} />}</Suspense>
          </div>
        )}
        {!registering && (
          <Button
            variant="quiet"
            disabled={busy}
            onClick={() => onForgot(form.values.email)}
            className="-my-3 -mr-6 self-end max-sm:-mr-3 max-sm:px-3"
          >
            {login.forgot}
          </Button>
        )}
      </EntranceForm>
      {registered && !form.errorText && (
        <Notice tone="success" className="mt-5">
          <p>{login.registered}</p>
          {registered.confirm && <p>{login.confirmEmail}</p>}
        </Notice>
      )}
      <Button
        variant="quiet"
        disabled={busy}
        onPointerEnter={() => void loadProfileFields().catch(() => undefined)}
        onClick={toggle}
        className="mt-3 w-full"
      >
        {registering ? login.toSignIn : login.toRegister}
      </Button>
      {!registering && (
        <div style={{ minHeight: space }}>
          <Optional>
            <ProviderButtons disabled={busy} />
          </Optional>
        </div>
      )}
    </>
  );
}

interface CredentialFieldsProps {
  readonly form: FormFields<'email' | 'password'>;
  readonly registering: boolean;
}

function CredentialFields({ form, registering }: CredentialFieldsProps) {
  const { login } = useMessages();
  return (
    <>
      <EmailField
        {...form.field('email')}
        label={login.email}
        autoComplete={registering ? 'email' : 'username'}
      />
      <Suspense>
        {registering ? (
          <NewPasswordField label={login.password} form={form} />
        ) : (
          <PasswordField {...form.field('password')} label={login.password} autoComplete="current-password" />
        )}
      </Suspense>
    </>
  );
}
