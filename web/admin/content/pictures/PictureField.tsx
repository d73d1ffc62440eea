import { ImageOff } from 'lucide-react';
import { contentShape, type Picture } from '../../../../shared/content/content.ts';
import { SelectField } from '../../../forms/SelectField.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { writeAt, readAt } from '../model/tree.ts';
import { useField, type ShapeFieldProps } from '../editor/useField.ts';
import { fieldName } from '../names.ts';
import { useSelected, useStudio } from '../studio.ts';
import { WordsField } from '../editor/WordsField.tsx';
import { AddPicture, UploadPicture } from './UploadPicture.tsx';
import { FocusField } from './FocusField.tsx';
import { SmallButton } from '../../parts/SmallButton.tsx';

/** The picture of a place or a tour: chosen, uploaded, edited or removed. */
export function PictureField({ path, shape, name }: ShapeFieldProps) {
  const t = useNamespace('studio');
  const { edit } = useStudio();
  const pictures = useSelected((content) => content.pictures);
  const { value: id, write, error } = useField<string | undefined>(path, shape);
  const options = pictures.map((picture, index) => ({
    value: picture.id,
    label: `${index + 1}. ${picture.alt.es || t.untitled}`,
  }));
  return (
    <div className="flex flex-col gap-4 rounded-control border border-line p-3">
      {options.length > 0 && (
        <SelectField
          label={fieldName(t, name)}
          value={id ?? ''}
          options={[{ value: '', label: t.pictures.none }, ...options]}
          error={error}
          onChange={(chosen) => write(chosen === '' ? undefined : chosen)}
        />
      )}
      {id === undefined ? (
        <AddPicture onAdded={(added) => edit((current) => writeAt(current, path, added))} />
      ) : (
        <>
          <PictureFields id={id} />
          <SmallButton icon={ImageOff} className="self-start" onClick={() => write(undefined)}>
            {t.pictures.remove}
          </SmallButton>
        </>
      )}
    </div>
  );
}

interface PictureFieldsProps {
  /** The id of a picture of the document. */
  readonly id: string;
}

/** The fields of an uploaded picture: its file, its focus, and its description in each language. */
export function PictureFields({ id }: PictureFieldsProps) {
  const t = useNamespace('studio');
  const { edit } = useStudio();
  const path = ['pictures', id];
  const picture = useSelected((content) => readAt(content, path)) as Picture | undefined;
  if (!picture) return null;
  const write = (field: 'focus' | 'path', value: unknown) =>
    edit((content) => writeAt(content, [...path, field], value));
  return (
    <div className="flex flex-col gap-5">
      <FocusField picture={picture} onChange={(focus) => write('focus', focus)} />
      <WordsField
        path={[...path, 'alt']}
        shape={contentShape.fields.pictures.of.fields.alt}
        name={fieldName(t, 'alt')}
      />
      <UploadPicture label={t.pictures.replace} onUploaded={(file) => write('path', file)} />
    </div>
  );
}
