import { contentShape, type Picture } from '../../../../shared/content/content.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { keyOf, readAt, writeAt } from '../document/tree.ts';
import { ItemProblems } from '../editor/ItemProblems.tsx';
import { WordsField } from '../editor/WordsField.tsx';
import { fieldName } from '../names.ts';
import { useSelected, useStudio } from '../studio.ts';
import { FocusField } from './FocusField.tsx';
import { UploadPicture } from './UploadPicture.tsx';

export interface PictureFieldsProps {
  /** The id of a picture of the document. */
  readonly id: string;
}

/** The fields of an uploaded picture: its file, its focus, and its description in each language. */
export function PictureFields({ id }: PictureFieldsProps) {
  const t = useNamespace('content');
  const { edit } = useStudio();
  const path = ['pictures', id];
  const picture = useSelected((content) => readAt(content, path)) as Picture | undefined;
  if (!picture) return null;
  const write = (field: 'focus' | 'path', value: unknown) =>
    edit((content) => writeAt(content, [...path, field], value));
  return (
    <div className="flex flex-col gap-5">
      <FocusField picture={picture} onChange={(focus) => write('focus', focus)} />
      <ItemProblems item={keyOf(path)}>
        <WordsField
          path={[...path, 'alt']}
          shape={contentShape.fields.pictures.of.fields.alt}
          name={fieldName(t, 'alt')}
        />
      </ItemProblems>
      <UploadPicture label={t.pictures.replace} onUploaded={(file) => write('path', file)} />
    </div>
  );
}
