import { startTransition, useState } from 'react';
import { emptyProfile, type Profile } from '../../shared/records/driver.ts';
import type { Credentials } from '../../shared/validation.ts';
import { DataError } from '../data/errors.ts';
import { useForm } from '../forms/useForm.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { signIn } from '../session/signIn.ts';
import { useAsksPlate } from './useAsksPlate.ts';
import { useShownPolicy } from './useShownPolicy.ts';

type LoginValues = Profile & Credentials;

/** State and actions of the login screen. Toggling the mode clears errors, messages and the photo. */
export function useLogin(email: string) {
  const { whileRegistering } = useSession();
  const [registering, setRegistering] = useState(false);
  const [photo, setPhoto] = useState<File | null>(null);
  const { published, accept } = useShownPolicy(registering);
  const asksPlate = useAsksPlate(registering);
  /** Set after a registration, with whether the e-mail address has to be confirmed. */
  const [registered, setRegistered] = useState<{ readonly confirm: boolean } | null>(null);

  const register = async (values: LoginValues) => {
    if (!photo) throw new DataError('photo_required', '');
    const { registerDriver } = await import('../session/registration.ts');
    const result = await accept((version) => whileRegistering(() => registerDriver(values, photo, version)));
    enter(false);
    form.setValues((typed) => ({ ...typed, ...emptyProfile, password: '' }));
    setRegistered({ confirm: result === 'confirmEmail' });
  };
  const form = useForm<LoginValues, unknown>({
    initial: { ...emptyProfile, email, password: '' },
    schema: (schemas) => {
      if (!registering) return schemas.credentialsSchema;
      return asksPlate ? schemas.registrationSchema : schemas.fleetRegistrationSchema;
    },
    // Every error of the backend shows below the form.
    fieldOf: () => undefined,
    submit: (values) => {
      setRegistered(null);
      return registering ? register(values) : signIn(values.email, values.password);
    },
  });
  const clear = () => {
    form.reset();
    setRegistered(null);
  };
  const enter = (next: boolean) => {
    setRegistering(next);
    setPhoto(null);
    clear();
    form.clearFieldErrors();
  };

  return {
    registering,
    form,
    /** The privacy policy that a registration accepts, once it is there. */
    published,
    registered,
    /** The props that the fields of a profile need besides the form. */
    profile: {
      asksPlate,
      photo,
      onPhoto: (picked: File | null) => {
        setPhoto(picked);
        clear();
      },
    },
    // The fields of the registration are a chunk of their own: the old form stays until it is there.
    toggle: () => startTransition(() => enter(!registering)),
  };
}
