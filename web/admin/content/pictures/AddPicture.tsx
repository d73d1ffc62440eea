import { contentShape } from '../../../../shared/content/content.ts';
import { newUuid } from '../../../util/uuid.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { useSelected, useStudio } from '../studio.ts';
import { UploadPicture } from './UploadPicture.tsx';

export interface AddPictureProps {
  /** Called when the document has the picture. */
  readonly onAdded: (id: string) => void;
}

/** Uploads a picture into the list of the document. */
export function AddPicture({ onAdded }: AddPictureProps) {
  const t = useNamespace('content').pictures;
  const { edit } = useStudio();
  const isFull = useSelected(({ pictures }) => pictures.length >= contentShape.fields.pictures.max);
  const add = (path: string) => {
    const picture = { id: newUuid(), path, focus: { x: 50, y: 50 }, alt: { es: '' } };
    edit((current) => ({ ...current, pictures: [...current.pictures, picture] }));
    onAdded(picture.id);
  };
  return <UploadPicture label={t.upload} onUploaded={add} disabled={isFull} />;
}
