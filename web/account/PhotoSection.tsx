import type { User } from '@supabase/auth-js';
import type { Driver } from '../data/drivers/drivers.ts';
import { DataError } from '../data/errors.ts';
import { changeOwnPhoto } from '../data/drivers/ownPhoto.ts';
import { photoUrl } from '../data/drivers/photoUrl.ts';
import { PhotoField } from '../components/PhotoField.tsx';
import { useForm } from '../forms/useForm.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { Photo } from '../ui/Photo.tsx';
import { AccountForm } from './AccountForm.tsx';

/** Changes the driver's photo: at once, or after the company has approved it, as the backend is configured. */
export function PhotoSection({ user, driver }: { readonly user: User; readonly driver: Driver }) {
  const { photo: t } = useNamespace('account');
  const { setDriver } = useSession();
  const form = useForm({
    initial: { photo: null as File | null },
    fieldOf: ({ code }) => (code === 'photo_required' ? 'photo' : undefined),
    submit: async ({ photo }) => {
      if (!photo) throw new DataError('photo_required', '');
      const changed = await changeOwnPhoto(user.id, photo);
      form.setValue('photo', null);
      setDriver(user, changed);
      return { waiting: changed.pending_photo_url !== null };
    },
  });
  const { value, error, onChange } = form.control('photo');
  return (
    <AccountForm text={t} form={form} done={form.result && (form.result.waiting ? t.received : t.done)}>
      <PhotoField
        photo={value}
        onPhoto={onChange}
        error={error}
        current={{ src: photoUrl(driver.photo_url), name: driver.name }}
      />
      {driver.pending_photo_url && <PendingPhoto src={photoUrl(driver.pending_photo_url)} />}
    </AccountForm>
  );
}

function PendingPhoto({ src }: { readonly src: string | null }) {
  const { photo: t } = useNamespace('account');
  return (
    <div className="flex items-center gap-4 rounded-control bg-accent-soft px-4 py-3">
      <Photo src={src} name={t.pending} className="size-16 rounded-full" />
      <p className="min-w-0">
        <strong className="block font-semibold">{t.pending}</strong>
        {t.pendingText}
      </p>
    </div>
  );
}
