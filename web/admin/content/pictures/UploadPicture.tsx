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

interface UploadProps<Uploaded> {
  readonly label: string;
  /** The hint names the formats; `uploaded` says what to do next. */
  readonly words: { readonly hint: string; readonly uploaded: string };
  readonly upload: (file: File) => Promise<Uploaded>;
  /** Takes the uploaded file into the document. */
  readonly onUploaded: (uploaded: Uploaded) => void;
  readonly disabled?: boolean;
}

/** Uploads a picture of the device. */
export function Upload<Uploaded>(props: UploadProps<Uploaded>) {
  const { label, words, upload, onUploaded, disabled = false } = props;
  const t = useNamespace('studio').pictures;
  const { say } = useStudio();
  const hintId = useId();
  const { run, busy, errorText } = useAction(async (file: File) => {
    onUploaded(await upload(file));
    say(words.uploaded);
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
        {words.hint}
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

/** Uploads a picture of the content, whose file the document names. */
export function UploadPicture(props: Omit<UploadProps<string>, 'words' | 'upload'>) {
  return <Upload {...props} words={useNamespace('studio').pictures} upload={uploadPicture} />;
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
