import { lazy, Suspense, useState } from 'react';
import { Boundary } from '../ui/Boundary.tsx';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PasswordField } from '../forms/PasswordField.tsx';
import { TextField } from '../forms/TextField.tsx';
import { optionSpace } from './optionSpace.ts';
import { useLogin, type Login } from './useLogin.ts';

const loadProfileFields = () => import('./ProfileFields.tsx');
const ProfileFields = lazy(loadProfileFields);
const ProviderButtons = lazy(() => import('./ProviderButtons.tsx'));
const NewPasswordField = lazy(() => import('../account/NewPasswordField.tsx'));

export interface LoginFormProps {
  /** To begin with. */
  readonly email: string;
  /** The password is forgotten; gives what was typed as e-mail. */
  readonly onForgot: (email: string) => void;
}

/** The two modes of the login screen in one form: what was typed survives the toggle. */
export function LoginForm({ email, onForgot }: LoginFormProps) {
  const { login } = useWords();
  const { mode, form, photo, setPhoto, busy, message, toggle, submit } = useLogin(email);
  const [space] = useState(optionSpace);
  const registering = mode === 'register';
  const action = registering ? login.register : login.signIn;
  return (
    <>
      <h2 className="headline text-title">{registering ? login.registerTitle : login.signInTitle}</h2>
      <p className="mt-2 text-ink-soft">{registering ? login.registerIntro : login.signInIntro}</p>
      <form
        noValidate
        className="mt-7 flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
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
      {message && (
        <Notice tone={message.tone} className="mt-5">
          {message.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
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

function CredentialFields({ form, registering }: Pick<Login, 'form'> & { registering: boolean }) {
  const { login, errors } = useWords();
  const emailProblem = form.problem('email');
  const passwordProblem = form.problem('password');
  return (
    <>
      <TextField
        {...form.bind('email')}
        label={login.email}
        error={emailProblem && errors.field[emailProblem]}
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
            {...form.bind('password')}
            label={login.password}
            error={passwordProblem && errors.field[passwordProblem]}
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
