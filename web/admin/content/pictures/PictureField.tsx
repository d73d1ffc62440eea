import { ImageOff } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { contentShape, type Picture } from '../../../../shared/content/content.ts';
import { SelectField } from '../../../forms/SelectField.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { writeAt, readAt } from '../model/tree.ts';
import { useField, type ShapeFieldProps } from '../editor/useField.ts';
import { fieldName } from '../names.ts';
import { useSelected, useStudio } from '../studio.ts';
import { WordsField } from '../editor/WordsField.tsx';
import { AddPicture, UploadPicture } from './UploadPicture.tsx';
import { SmallButton } from '../../parts/SmallButton.tsx';
import { pictureUrl } from '../../../content/pictureUrl.ts';

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

type Focus = Picture['focus'];

interface FocusFieldProps {
  readonly picture: Picture;
  readonly onChange: (focus: Focus) => void;
}

/** The step of an arrow key; Shift makes it five times as large. */
const stepPercent = 2;
const directions: Readonly<Record<string, Focus>> = {
  ArrowLeft: { x: -stepPercent, y: 0 },
  ArrowRight: { x: stepPercent, y: 0 },
  ArrowUp: { x: 0, y: -stepPercent },
  ArrowDown: { x: 0, y: stepPercent },
};
const percent = (value: number): number => Math.round(Math.min(100, Math.max(0, value)));

/** The point of a picture that stays visible when it is cropped, set by clicking it or by the arrow keys. */
function FocusField({ picture, onChange }: FocusFieldProps) {
  const content = useNamespace('studio');
  const t = content.pictures;
  const label = fieldName(content, 'focus');
  const { x, y } = picture.focus;
  const src = pictureUrl(picture);

  const point = (event: MouseEvent<HTMLElement>) => {
    // Enter and the space bar click without a place.
    if (event.detail === 0) return;
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    onChange({
      x: percent((100 * (event.clientX - left)) / width),
      y: percent((100 * (event.clientY - top)) / height),
    });
  };
  const press = (event: KeyboardEvent) => {
    const direction = directions[event.key];
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const times = event.shiftKey ? 5 : 1;
    onChange({ x: percent(x + times * direction.x), y: percent(y + times * direction.y) });
  };

  return (
    <div className="flex flex-col gap-2">
      <p className="font-semibold">{label}</p>
      <div className="flex flex-wrap items-start gap-4 sm:flex-nowrap">
        <button
          type="button"
          aria-label={label}
          aria-describedby={`${picture.id}-focus-hint`}
          onClick={point}
          onKeyDown={press}
          className="relative min-h-32 min-w-40 cursor-crosshair overflow-hidden rounded-control bg-surface-sunken"
        >
          <img src={src} alt="" className="block max-h-64 max-w-full" />
          <span
            aria-hidden="true"
            className="absolute size-6 -translate-1/2 rounded-full border-3 border-snow bg-accent outline-2 outline-night"
            style={{ left: `${x}%`, top: `${y}%` }}
          />
        </button>
        <Crops src={src} focus={picture.focus} />
      </div>
      <p className="flex flex-wrap gap-x-3 text-small text-ink-soft">
        <span id={`${picture.id}-focus-hint`}>{t.focusHint}</span>
        <output className="tabular-nums">{t.focusAt(x, y)}</output>
      </p>
    </div>
  );
}

/** How a device held either way crops the picture. */
function Crops({ src, focus: { x, y } }: { readonly src: string; readonly focus: Focus }) {
  const t = useNamespace('studio').pictures;
  const style = { objectPosition: `${x}% ${y}%` };
  return (
    <figure className="flex shrink-0 flex-col gap-1">
      <figcaption className="text-small text-ink-soft">{t.crops}</figcaption>
      <div className="flex items-start gap-2 sm:flex-col">
        {['h-18 w-36', 'size-28'].map((size) => (
          <img key={size} src={src} alt="" style={style} className={`${size} rounded-control object-cover`} />
        ))}
      </div>
    </figure>
  );
}
