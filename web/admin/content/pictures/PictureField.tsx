import { ImageOff } from 'lucide-react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import type { Shape } from '../../../../shared/content/shape.ts';
import { SelectField } from '../../../forms/SelectField.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { writeAt } from '../document/tree.ts';
import { useField } from '../editor/EditorContext.ts';
import { fieldName } from '../names.ts';
import { useSelected, useStudio } from '../studio.ts';
import { AddPicture } from './AddPicture.tsx';
import { PictureFields } from './PictureFields.tsx';

export interface PictureFieldProps {
  readonly path: ContentPath;
  readonly shape: Shape;
  readonly name: string;
}

/** The picture of a place or a tour: chosen, uploaded, edited or removed. */
export function PictureField({ path, shape, name }: PictureFieldProps) {
  const t = useNamespace('content');
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
          <Button
            size="compact"
            variant="secondary"
            icon={<ImageOff size={20} />}
            className="self-start"
            onClick={() => write(undefined)}
          >
            {t.pictures.remove}
          </Button>
        </>
      )}
    </div>
  );
}
