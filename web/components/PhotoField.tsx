import { Camera, UserRound } from 'lucide-react';
import { useEffect, useId, useMemo, type ChangeEvent } from 'react';
import { useWords } from '../i18n/LanguageProvider.tsx';
import { Photo } from '../ui/Photo.tsx';

export interface PhotoFieldProps {
  readonly photo: File | null;
  readonly onPhoto: (photo: File | null) => void;
  /** The photo shown until another is picked. */
  readonly current?: { readonly src: string | null; readonly name: string };
  /** For a picker that is not the driver; by default the texts address the driver. */
  readonly texts?: { readonly hint: string; readonly preview: string };
}

/** A picker for image files, with what was picked beside it. */
export function PhotoField({ photo, onPhoto, current, texts }: PhotoFieldProps) {
  const { login } = useWords();
  const { hint, preview: previewText } = texts ?? { hint: login.photoHint, preview: login.photoPreview };
  const id = useId();
  const preview = useMemo(() => photo && URL.createObjectURL(photo), [photo]);
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    // The same file can be picked again after it was cleared.
    event.target.value = '';
    if (file?.type.startsWith('image/')) onPhoto(file);
  };

  return (
    <div className="flex items-center gap-5">
      <span className="flex size-24 shrink-0 items-center justify-center overflow-hidden rounded-full border-2 border-line-strong bg-surface-sunken text-ink-soft sm:size-28">
        {preview ? (
          <img src={preview} alt={previewText} className="size-full object-cover" />
        ) : current ? (
          <Photo src={current.src} name={current.name} className="size-full" />
        ) : (
          <UserRound size={44} strokeWidth={1.5} aria-hidden="true" />
        )}
      </span>
      <div className="flex min-w-0 flex-col items-start gap-2">
        <label htmlFor={id} className="text-small font-semibold" id={`${id}-label`}>
          {login.photo}
        </label>
        <span className="relative inline-flex">
          <input
            id={id}
            type="file"
            name="photo"
            accept="image/*"
            onChange={pick}
            aria-labelledby={`${id}-label ${id}-action`}
            aria-describedby={`${id}-hint`}
            className="photo-input peer absolute inset-0 size-full cursor-pointer rounded-control opacity-0"
          />
          <span
            id={`${id}-action`}
            className="photo-action inline-flex min-h-14 items-center gap-3 rounded-control border-2 border-line-strong bg-surface-raised px-5 py-2 font-semibold peer-hover:border-accent peer-hover:text-accent"
          >
            <Camera size={24} aria-hidden="true" className="shrink-0" />
            {photo || current ? login.changePhoto : login.choosePhoto}
          </span>
        </span>
        <span id={`${id}-hint`} className="text-small text-ink-soft">
          {hint}
        </span>
      </div>
    </div>
  );
}
