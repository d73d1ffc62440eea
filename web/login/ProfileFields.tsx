import { useWords } from '../i18n/LanguageProvider.tsx';
import { TextField } from '../forms/TextField.tsx';
import { PhotoField } from '../components/PhotoField.tsx';
import type { Form } from '../forms/useForm.ts';

export type ProfileName = 'name' | 'phone' | 'licensePlate' | 'driverCode';

export interface ProfileFieldsProps {
  readonly form: Pick<Form<ProfileName>, 'bind' | 'problem'>;
  readonly photo: File | null;
  readonly onPhoto: (photo: File | null) => void;
}

/** What a driver says about itself: photo, name, phone, plate, code. */
export default function ProfileFields({ form, photo, onPhoto }: ProfileFieldsProps) {
  const { login, errors } = useWords();
  const error = (name: ProfileName) => {
    const problem = form.problem(name);
    return problem && errors.field[problem];
  };
  return (
    <>
      <PhotoField photo={photo} onPhoto={onPhoto} />
      <TextField
        {...form.bind('name')}
        label={login.name}
        error={error('name')}
        autoComplete="name"
        autoCapitalize="words"
        required
      />
      <TextField
        {...form.bind('phone')}
        label={login.phone}
        hint={login.phoneHint}
        error={error('phone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        required
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          {...form.bind('licensePlate')}
          label={login.licensePlate}
          error={error('licensePlate')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          style={{ textTransform: 'uppercase' }}
          required
        />
        <TextField
          {...form.bind('driverCode')}
          label={login.driverCode}
          error={error('driverCode')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
      </div>
    </>
  );
}
