import { startTransition, useState } from 'react';
import { emptyProfile, type Profile } from '../../shared/driverFields.ts';
import type { Credentials } from '../../shared/validation.ts';
import { DataError } from '../data/errors.ts';
import { useForm, type Form } from '../forms/useForm.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { signIn } from '../session/signIn.ts';

export type LoginMode = 'signIn' | 'register';
export type LoginValues = Profile & Credentials;

export interface Login {
  readonly mode: LoginMode;
  readonly form: Form<LoginValues, unknown>;
  readonly photo: File | null;
  readonly setPhoto: (photo: File | null) => void;
  /** Set after a registration, with whether the e-mail address has to be confirmed. */
  readonly registered: { readonly confirm: boolean } | null;
  readonly toggle: () => void;
}

/** State and actions of the login screen. Toggling the mode clears errors, messages and the photo. */
export function useLogin(email: string): Login {
  const { whileRegistering } = useSession();
  const [mode, setMode] = useState<LoginMode>('signIn');
  const [photo, setPhoto] = useState<File | null>(null);
  const [registered, setRegistered] = useState<Login['registered']>(null);

  const register = async (values: LoginValues) => {
    if (!photo) throw new DataError('photo_required', '');
    const { registerDriver } = await import('../session/registration.ts');
    const result = await whileRegistering(() => registerDriver(values, photo));
    enter('signIn');
    form.setValues((typed) => ({ ...typed, ...emptyProfile, password: '' }));
    setRegistered({ confirm: result === 'confirmEmail' });
  };
  const form = useForm<LoginValues, unknown>({
    initial: { ...emptyProfile, email, password: '' },
    schema: (schemas) => (mode === 'register' ? schemas.registrationSchema : schemas.credentialsSchema),
    // Every error of the backend shows below the form.
    fieldOf: () => undefined,
    submit: (values) => {
      setRegistered(null);
      return mode === 'register' ? register(values) : signIn(values.email, values.password);
    },
  });
  const clear = () => {
    form.reset();
    setRegistered(null);
  };
  const enter = (next: LoginMode) => {
    setMode(next);
    setPhoto(null);
    clear();
    form.clearFieldErrors();
  };

  return {
    mode,
    form,
    photo,
    registered,
    setPhoto: (picked) => {
      setPhoto(picked);
      clear();
    },
    // The fields of the registration are a chunk of their own: the old form stays until it is there.
    toggle: () => startTransition(() => enter(mode === 'signIn' ? 'register' : 'signIn')),
  };
}
