import { ImageUp } from 'lucide-react';
import { useId } from 'react';
import { contentShape } from '../../../../shared/content/content.ts';
import { uploadPicture } from '../../../data/content/pictures.ts';
import { FileButton } from '../../../forms/FileButton.tsx';
import { useAction } from '../../../forms/useAction.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { newUuid } from '../../../util/uuid.ts';
import { useStudio, useSelected } from '../studio.ts';

interface UploadPictureProps {
  readonly label: string;
  /** Takes the name of the uploaded file into the document. */
  readonly onUploaded: (file: string) => void;
  readonly disabled?: boolean;
}

/** Uploads a picture of the device. */
export function UploadPicture({ label, onUploaded, disabled = false }: UploadPictureProps) {
  const t = useNamespace('studio').pictures;
  const { say } = useStudio();
  const hintId = useId();
  const { run, busy, errorText } = useAction(async (file: File) => {
    onUploaded(await uploadPicture(file));
    say(t.uploaded);
  });
  return (
    <div className="flex flex-col items-start gap-2">
      <FileButton
        label={label}
        icon={<ImageUp size={22} aria-hidden="true" className="shrink-0" />}
        accept="image/*"
        disabled={disabled || busy}
        describedBy={hintId}
        onFile={run}
      />
      <p id={hintId} className="text-small text-ink-soft">
        {t.hint}
      </p>
      {busy && (
        <output className="flex items-center gap-2 text-small font-medium">
          <Spinner size={20} />
          <span>{t.uploading}</span>
        </output>
      )}
      {errorText && <Notice tone="error">{errorText}</Notice>}
    </div>
  );
}

interface AddPictureProps {
  /** Called when the document has the picture. */
  readonly onAdded: (id: string) => void;
}

/** Uploads a picture into the list of the document. */
export function AddPicture({ onAdded }: AddPictureProps) {
  const t = useNamespace('studio').pictures;
  const { edit } = useStudio();
  const isFull = useSelected(({ pictures }) => pictures.length >= contentShape.fields.pictures.max);
  const add = (path: string) => {
    const picture = { id: newUuid(), path, focus: { x: 50, y: 50 }, alt: { es: '' } };
    edit((current) => ({ ...current, pictures: [...current.pictures, picture] }));
    onAdded(picture.id);
  };
  return <UploadPicture label={t.upload} onUploaded={add} disabled={isFull} />;
}
