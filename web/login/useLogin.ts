import { startTransition, useState } from 'react';
import { DataError } from '../data/errors.ts';
import { useForm, type Form } from '../forms/useForm.ts';
import { describeError } from '../i18n/describeError.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { signIn } from '../session/signIn.ts';

export type LoginMode = 'signIn' | 'register';
export type LoginMessage =
  | { readonly tone: 'error'; readonly error: unknown }
  | { readonly tone: 'success'; readonly confirm: boolean };

const empty = { name: '', phone: '', licensePlate: '', driverCode: '', email: '', password: '' };
type LoginName = keyof typeof empty;

export interface Login {
  readonly mode: LoginMode;
  readonly form: Form<LoginName>;
  readonly photo: File | null;
  readonly setPhoto: (photo: File | null) => void;
  readonly busy: boolean;
  /** Texts to show below the form. */
  readonly message: { readonly tone: 'error' | 'success'; readonly lines: readonly string[] } | null;
  readonly toggle: () => void;
  readonly submit: (element: HTMLFormElement) => Promise<void>;
}

/** State and actions of the login screen, with `email` typed already. Toggling clears errors, messages and the photo. */
export function useLogin(email: string): Login {
  const { errors, login: words } = useWords();
  const { whileRegistering } = useSession();
  const form = useForm({ ...empty, email });
  const [mode, setMode] = useState<LoginMode>('signIn');
  const [photo, setPhoto] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [message, setMessage] = useState<LoginMessage | null>(null);

  const enter = (next: LoginMode) => {
    setMode(next);
    setMessage(null);
    setPhoto(null);
    form.clearProblems();
  };

  const register = async (element: HTMLFormElement) => {
    const values = await form.validate(element, (schemas) => schemas.registrationSchema);
    if (!values) return;
    if (!photo) throw new DataError('photo_required', '');
    const { registerDriver } = await import('../session/registration.ts');
    const result = await whileRegistering(() => registerDriver(values, photo));
    enter('signIn');
    for (const name of Object.keys(empty) as LoginName[]) if (name !== 'email') form.setValue(name, '');
    setMessage({ tone: 'success', confirm: result === 'confirmEmail' });
  };

  const enterAccount = async (element: HTMLFormElement) => {
    const values = await form.validate(element, (schemas) => schemas.credentialsSchema);
    if (!values) return;
    await signIn(values.email, values.password);
  };

  const submit = async (element: HTMLFormElement) => {
    if (busy) return;
    setMessage(null);
    setBusy(true);
    try {
      await (mode === 'register' ? register(element) : enterAccount(element));
    } catch (error) {
      setMessage({ tone: 'error', error });
    } finally {
      setBusy(false);
    }
  };

  const lines = (shown: LoginMessage): string[] => {
    if (shown.tone === 'error') return [describeError(shown.error, errors)];
    return shown.confirm ? [words.registered, words.confirmEmail] : [words.registered];
  };

  return {
    mode,
    form,
    photo,
    setPhoto: (picked) => {
      setPhoto(picked);
      setMessage(null);
    },
    busy,
    message: message && { tone: message.tone, lines: lines(message) },
    // The fields of the registration are a chunk of their own: the old form stays until it is there.
    toggle: () => startTransition(() => enter(mode === 'signIn' ? 'register' : 'signIn')),
    submit,
  };
}
