import { Camera, UserRound } from 'lucide-react';
import { useCallback, useId } from 'react';
import { findPhotoProblem } from '../data/drivers/photos.ts';
import { FileButton } from '../forms/FileButton.tsx';
import { useAction } from '../forms/useAction.ts';
import { useMessages } from '../i18n/LanguageProvider.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Photo } from '../ui/Photo.tsx';

export interface PhotoFieldProps {
  readonly photo: File | null;
  readonly onPhoto: (photo: File | null) => void;
  /** Says that a photo must be picked. */
  readonly required?: boolean;
  readonly error?: string | undefined;
  /** The photo shown until another is picked. */
  readonly current?: { readonly src: string | null; readonly name: string };
  /** Texts for somebody other than the driver, whom the default texts address. */
  readonly texts?: { readonly hint: string; readonly preview: string };
}

/** A picker for image files with a preview. */
export function PhotoField({ photo, onPhoto, required, error, current, texts }: PhotoFieldProps) {
  const { login } = useMessages();
  const { hint, preview: previewText } = texts ?? { hint: login.photoHint, preview: login.photoPreview };
  const id = useId();
  const picking = useAction(async (file: File) => {
    const problem = await findPhotoProblem(file);
    if (problem === null) onPhoto(file);
    return { problem };
  });
  const problem = picking.result?.problem;
  const message = problem ? login.photoProblems[problem] : error;

  return (
    <div className="flex flex-col gap-4">
      <div className="flex items-center gap-5">
        <span className="flex size-24 shrink-0 items-center justify-center overflow-hidden rounded-full border-2 border-line-strong bg-surface-sunken text-ink-soft sm:size-28">
          {photo ? (
            <Preview photo={photo} alt={previewText} />
          ) : current ? (
            <Photo src={current.src} name={current.name} className="size-full" />
          ) : (
            <UserRound size={44} strokeWidth={1.5} aria-hidden="true" />
          )}
        </span>
        <div className="flex min-w-0 flex-col items-start gap-2">
          <span className="text-small font-semibold" id={`${id}-label`}>
            {login.photo}
          </span>
          <FileButton
            name="photo"
            label={photo || current ? login.changePhoto : login.choosePhoto}
            icon={<Camera size={24} aria-hidden="true" className="shrink-0" />}
            accept="image/*"
            labelledBy={`${id}-label`}
            describedBy={`${id}-hint`}
            isInvalid={message !== undefined}
            onFile={(file) => picking.run(file)}
          />
          <span id={`${id}-hint`} className="text-small text-ink-soft">
            {required && <strong className="font-semibold">{login.photoRequired} </strong>}
            <span>{hint}</span>
          </span>
        </div>
      </div>
      {message && <Notice tone="error">{message}</Notice>}
    </div>
  );
}

function Preview({ photo, alt }: { readonly photo: File; readonly alt: string }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(photo);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [photo],
  );
  return <img ref={show} alt={alt} className="size-full object-cover" />;
}
