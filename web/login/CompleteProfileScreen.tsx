import type { User } from '@supabase/auth-js';
import { Suspense, useState } from 'react';
import { profileFromMetadata } from '../../shared/records/driver.ts';
import { DataError } from '../data/errors.ts';
import { useForm } from '../forms/useForm.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { completeRegistration } from '../session/registration.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { EntranceForm } from './EntranceForm.tsx';
import { EntranceFrame, SignOutButton } from './EntranceFrame.tsx';
import ConsentNotice from './ConsentNotice.tsx';
import ProfileFields from './ProfileFields.tsx';
import { useAsksPlate } from './useAsksPlate.ts';
import { useShownPolicy } from './useShownPolicy.ts';
import { splitPhotoError } from './photoError.ts';

/** For an account whose registration was cut off: asks for the driver's data and does the missing steps. */
export default function CompleteProfileScreen({ user }: { user: User }) {
  const { login: t } = useMessages();
  const { setDriver } = useSession();
  const [photo, setPhoto] = useState<File | null>(null);
  const { published, accept } = useShownPolicy();
  const asksPlate = useAsksPlate();
  const form = useForm({
    initial: profileFromMetadata(user.user_metadata),
    schema: (schemas) => (asksPlate ? schemas.profileSchema : schemas.fleetProfileSchema),
    fieldOf: () => undefined,
    submit: async (profile) => {
      if (!photo) throw new DataError('photo_required', '');
      setDriver(user, await accept((version) => completeRegistration(user.id, profile, photo, version)));
    },
  });
  const shown = splitPhotoError(form, photo);
  return (
    <EntranceFrame>
      <EntranceForm
        title={t.completeTitle}
        intro={t.completeIntro}
        email={user.email}
        action={t.complete}
        form={shown.form}
      >
        <ProfileFields
          form={form}
          asksPlate={asksPlate}
          photo={photo}
          onPhoto={setPhoto}
          photoError={shown.photoError}
        />
        <div className="min-h-20">
          <Suspense>{published && <ConsentNotice published={published} />}</Suspense>
        </div>
      </EntranceForm>
      <SignOutButton />
    </EntranceFrame>
  );
}
