import { lazy, Suspense, useState } from 'react';
import { Boundary } from '../ui/Boundary.tsx';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { TextField } from '../forms/TextField.tsx';
import type { FormFields } from '../forms/useForm.ts';
import { optionSpace } from './optionSpace.ts';
import { useLogin, type Login } from './useLogin.ts';

const loadProfileFields = () => import('./ProfileFields.tsx');
const ProfileFields = lazy(loadProfileFields);
const ProviderButtons = lazy(() => import('./ProviderButtons.tsx'));
const NewPasswordField = lazy(() => import('../account/NewPasswordField.tsx'));

export interface LoginFormProps {
  /** The e-mail address to begin with. */
  readonly email: string;
  /** The password is forgotten; gives what was typed as e-mail. */
  readonly onForgot: (email: string) => void;
}

/** Sign-in and registration in one form: typed text survives the toggle. */
export function LoginForm({ email, onForgot }: LoginFormProps) {
  const { login } = useWords();
  const { mode, form, photo, setPhoto, registered, toggle } = useLogin(email);
  const { busy } = form;
  const [space] = useState(optionSpace);
  const registering = mode === 'register';
  const action = registering ? login.register : login.signIn;
  return (
    <>
      <h2 className="headline text-title">{registering ? login.registerTitle : login.signInTitle}</h2>
      <p className="mt-2 text-ink-soft">{registering ? login.registerIntro : login.signInIntro}</p>
      <form noValidate className="mt-7 flex flex-col gap-5" onSubmit={form.onSubmit}>
        <Suspense>{registering && <ProfileFields form={form} photo={photo} onPhoto={setPhoto} />}</Suspense>
        <CredentialFields form={form} registering={registering} />
        {!registering && (
          <Button
            variant="quiet"
            disabled={busy}
            onClick={() => onForgot(form.values.email)}
            className="-my-3 -mr-3 self-end px-3"
          >
            {login.forgot}
          </Button>
        )}
        <Button type="submit" busy={busy} className="mt-2 w-full">
          {busy ? login.processing : action}
        </Button>
      </form>
      <Outcome errorText={form.errorText} registered={registered} />
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
          <Boundary fallback={() => null}>
            <Suspense>
              <ProviderButtons disabled={busy} />
            </Suspense>
          </Boundary>
        </div>
      )}
    </>
  );
}

interface OutcomeProps extends Pick<Login, 'registered'> {
  readonly errorText: string | undefined;
}

/** The outcome of the last submission, below the form. */
function Outcome({ errorText, registered }: OutcomeProps) {
  const { login } = useWords();
  if (errorText)
    return (
      <Notice tone="error" className="mt-5">
        <p>{errorText}</p>
      </Notice>
    );
  if (!registered) return null;
  return (
    <Notice tone="success" className="mt-5">
      <p>{login.registered}</p>
      {registered.confirm && <p>{login.confirmEmail}</p>}
    </Notice>
  );
}

interface CredentialFieldsProps {
  readonly form: FormFields<'email' | 'password'>;
  readonly registering: boolean;
}

function CredentialFields({ form, registering }: CredentialFieldsProps) {
  const { login } = useWords();
  return (
    <>
      <TextField
        {...form.field('email')}
        label={login.email}
        type="email"
        inputMode="email"
        autoComplete={registering ? 'email' : 'username'}
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Suspense>
        {registering ? (
          <NewPasswordField label={login.password} form={form} />
        ) : (
          <PasswordField
            {...form.field('password')}
            label={login.password}
            autoComplete="current-password"
            showLabel={login.showPassword}
            hideLabel={login.hidePassword}
            required
          />
        )}
      </Suspense>
    </>
  );
}
