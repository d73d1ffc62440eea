import type { User } from '@supabase/auth-js';
import { useState } from 'react';
import { profileFromMetadata } from '../../shared/driverFields.ts';
import { DataError } from '../data/errors.ts';
import { useForm } from '../forms/useForm.ts';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { completeRegistration } from '../session/registration.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { EntranceFrame } from './EntranceFrame.tsx';
import ProfileFields from './ProfileFields.tsx';

/** For an account whose registration was cut off: asks for the driver's data and does the missing steps. */
export default function CompleteProfileScreen({ user }: { user: User }) {
  const { common, login } = useWords();
  const { setDriver, signOut } = useSession();
  const [photo, setPhoto] = useState<File | null>(null);
  const form = useForm({
    initial: profileFromMetadata(user.user_metadata),
    schema: (schemas) => schemas.profileSchema,
    fieldOf: () => undefined,
    submit: async (profile) => {
      if (!photo) throw new DataError('photo_required', '');
      setDriver(user, await completeRegistration(user.id, profile, photo));
    },
  });
  return (
    <EntranceFrame>
      <h2 className="headline text-title">{login.completeTitle}</h2>
      <p className="mt-2 text-ink-soft">
        {login.completeIntro} <strong className="font-semibold text-ink">{user.email}</strong>
      </p>
      <form noValidate className="mt-7 flex flex-col gap-5" onSubmit={form.onSubmit}>
        <ProfileFields form={form} photo={photo} onPhoto={setPhoto} />
        <Button type="submit" busy={form.busy} className="mt-2 w-full">
          {form.busy ? login.processing : login.complete}
        </Button>
      </form>
      {form.errorText && (
        <Notice tone="error" className="mt-5">
          {form.errorText}
        </Notice>
      )}
      <Button variant="quiet" onClick={() => void signOut()} className="mt-3 w-full">
        {common.signOut}
      </Button>
    </EntranceFrame>
  );
}
