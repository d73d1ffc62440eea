import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { DataError } from '../data/errors.ts';
import { EntranceFrame } from './EntranceFrame.tsx';
import ProfileFields from './ProfileFields.tsx';
import { useForm } from '../forms/useForm.ts';
import { describeError } from '../i18n/describeError.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { completeRegistration } from '../session/registration.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

/** What the sign-up stored about the driver, as far as it is text. */
function profileFrom(metadata: User['user_metadata']) {
  const text = (key: string) => (typeof metadata[key] === 'string' ? metadata[key] : '');
  return {
    name: text('name'),
    phone: text('phone'),
    licensePlate: text('license_plate'),
    driverCode: text('driver_code'),
  };
}

/** For an account whose registration was cut off: the driver's form, and the missing steps. */
export default function CompleteProfileScreen({ user }: { user: User }) {
  const words = useWords();
  const { setDriver, signOut } = useSession();
  const form = useForm(profileFrom(user.user_metadata));
  const [photo, setPhoto] = useState<File | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);

  const finish = async (element: HTMLFormElement) => {
    if (busy) return;
    setFailure(null);
    setBusy(true);
    try {
      const values = await form.validate(element, (schemas) => schemas.profileSchema);
      if (!values) return;
      if (!photo) throw new DataError('photo_required', '');
      setDriver(user, await completeRegistration(user.id, values, photo));
    } catch (error) {
      setFailure({ error });
    } finally {
      setBusy(false);
    }
  };

  return (
    <EntranceFrame>
      <h2 className="headline text-title">{words.login.completeTitle}</h2>
      <p className="mt-2 text-ink-soft">
        {words.login.completeIntro} <strong className="font-semibold text-ink">{user.email}</strong>
      </p>
      <form
        noValidate
        className="mt-7 flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void finish(event.currentTarget);
        }}
      >
        <ProfileFields form={form} photo={photo} onPhoto={setPhoto} />
        <Button type="submit" busy={busy} className="mt-2 w-full">
          {busy ? words.login.processing : words.login.complete}
        </Button>
      </form>
      {failure && (
        <Notice tone="error" className="mt-5">
          {describeError(failure.error, words.errors)}
        </Notice>
      )}
      <Button variant="quiet" onClick={() => void signOut()} className="mt-3 w-full">
        {words.common.signOut}
      </Button>
    </EntranceFrame>
  );
}
