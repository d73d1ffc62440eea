import { Plus } from 'lucide-react';
import { contentShape } from '../../../../shared/content/content.ts';
import {
  fieldsOf,
  isObject,
  type ReferenceShape,
  type Shape,
  type VariantsShape,
  type WordsShape,
  type ListShape,
} from '../../../../shared/content/shape.ts';
import { Checkbox } from '../../../forms/Checkbox.tsx';
import { SelectField } from '../../../forms/SelectField.tsx';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { readAt } from '../model/tree.ts';
import { blankOf, addItem } from '../model/lists.ts';
import { choiceName, fieldName, itemName, pesoFields } from '../names.ts';
import { listGroups } from '../model/items.ts';
import { useSelected, useStudio } from '../studio.ts';
import { PictureField, PictureFields } from '../pictures/PictureField.tsx';
import { useField, type ShapeFieldProps, useError } from './useField.ts';
import { NumberField } from './NumberField.tsx';
import { ReadControl, TextControl } from './TextControl.tsx';
import { WordsField } from './WordsField.tsx';
import { MoveButtons, RemoveButton } from './ItemButtons.tsx';
import { SmallButton } from '../../parts/SmallButton.tsx';

/** A field of the document, by its shape. */
export function ShapeField({ path, shape, name }: ShapeFieldProps) {
  switch (shape.kind) {
    case 'reference':
      if (isPicture(shape)) return <PictureField path={path} shape={shape} name={name} />;
      return <ReferenceField path={path} shape={shape} name={name} />;
    case 'variants':
      return <VariantsField path={path} shape={shape} name={name} />;
    case 'object':
      if (shape === contentShape.fields.pictures.of) return <PictureFields id={String(path.at(-1))} />;
      return <ObjectFields path={path} shape={shape} />;
    case 'list':
      return <ListField path={path} shape={shape} name={name} />;
    case 'words':
      return <OptionalWords path={path} shape={shape} name={name} />;
    default:
      return <ValueField path={path} shape={shape} name={name} />;
  }
}

/** A text in all languages; while it is absent, a button that adds it. */
function OptionalWords({ path, shape, name }: ShapeFieldProps<WordsShape>) {
  const t = useNamespace('studio');
  const { value, write } = useField<unknown>(path, shape);
  const label = fieldName(t, name);
  if (value !== undefined) return <WordsField path={path} shape={shape} name={label} />;
  return (
    <SmallButton icon={Plus} onClick={() => write({ es: '' })}>
      {t.editor.addField(label)}
    </SmallButton>
  );
}

/** A field with a single value. */
function ValueField({ path, shape, name }: ShapeFieldProps) {
  const t = useNamespace('studio');
  const { value, write, error, key } = useField<unknown>(path, shape);
  const label = fieldName(t, name);
  const hints: Readonly<Record<string, string>> = t.hints;
  const hint = Object.hasOwn(hints, name) ? hints[name] : undefined;
  const shared = { label, error, hint, field: key };
  if (shape.kind === 'flag')
    return (
      <div>
        <Checkbox
          label={label}
          error={error}
          hint={hint}
          data-field={key}
          checked={value === true}
          onChange={write}
          className="min-h-12 items-center font-semibold"
        />
      </div>
    );
  if (shape.kind === 'integer')
    return (
      <NumberField
        {...shared}
        value={value as number | undefined}
        optional={shape.optional === true}
        isMoney={pesoFields.has(name)}
        onChange={write}
      />
    );
  if (shape.kind === 'choice') {
    const options = shape.of.map((each) => ({ value: each, label: choiceName(t, each) }));
    // The first choice of an optional one is the meaning of its absence.
    const chosen = String(value ?? shape.of[0]);
    return <SelectField {...shared} value={chosen} options={options} onChange={write} />;
  }
  const text = typeof value === 'string' ? value : '';
  if (shape.kind === 'text' && shape.number)
    return (
      <ReadControl
        {...shared}
        kind={shape.number}
        isWhatsapp={name === 'whatsappNumber'}
        value={text}
        max={shape.max}
        onChange={write}
      />
    );
  return (
    <TextControl
      {...shared}
      value={text}
      max={shape.kind === 'text' ? shape.max : 10}
      isLong={isLong(shape)}
      type={shape.kind === 'day' ? 'date' : 'text'}
      onChange={(next) => write(next === '' && shape.optional ? undefined : next)}
    />
  );
}

const isLong = (shape: Shape) => shape.kind === 'text' && shape.format !== 'email' && shape.max > 200;

/** Fields that are edited elsewhere: ids never, prices in their table. */
const hidden: ReadonlySet<string> = new Set(['id', 'kind', 'prices']);
const short: ReadonlySet<string> = new Set(['integer', 'day', 'choice', 'flag', 'reference', 'text']);
const isPicture = (shape: Shape) => shape.kind === 'reference' && shape.to === 'pictures';
const isShort = (shape: Shape) => short.has(shape.kind) && !isLong(shape) && !isPicture(shape);

/** The field `kind` of an object, empty for one without; null for anything else. */
function kindOf(value: unknown): string | null {
  return isObject(value) ? String(value['kind'] ?? '') : null;
}

/** The fields of an object: short ones side by side. */
function ObjectFields({ path, shape }: Omit<ShapeFieldProps, 'name'>) {
  // Which fields there are depends on nothing else.
  const kind = useSelected((content) => kindOf(readAt(content, path)));
  if (kind === null) return null;
  const fields = Object.entries(fieldsOf(shape, { kind }) ?? {}).filter(([name]) => !hidden.has(name));
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {fields.map(([name, field]) => (
        <div key={name} className={isShort(field) ? 'min-w-0' : 'min-w-0 sm:col-span-2'}>
          <ShapeField path={[...path, name]} shape={field} name={name} />
        </div>
      ))}
    </div>
  );
}

/** A choice that decides which fields follow. */
function VariantsField({ path, shape, name }: ShapeFieldProps<VariantsShape>) {
  const t = useNamespace('studio');
  const { read } = useStudio();
  const { value, write, error } = useField<unknown>(path, shape);
  const kinds = Object.keys(shape.variants).map((kind) => ({ value: kind, label: choiceName(t, kind) }));
  const choose = (kind: string) => {
    const variant = shape.variants[kind];
    write(variant && { kind, ...(blankOf(variant, read()) as object) });
  };
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label={fieldName(t, name)}
        value={isObject(value) ? String(value['kind']) : ''}
        options={shape.optional ? [{ value: '', label: t.nothing }, ...kinds] : kinds}
        error={error}
        onChange={choose}
      />
      <ObjectFields path={path} shape={shape} />
    </div>
  );
}

/** One of the items of a list at the top of the document. */
function ReferenceField({ path, shape, name }: ShapeFieldProps<ReferenceShape>) {
  const t = useNamespace('studio');
  const { read } = useStudio();
  const { value, write, error } = useField<string | undefined>(path, shape);
  // Drawn again when the list is another one.
  useSelected((content) => content[shape.to as 'cities']);
  const items = listGroups(read()).find(({ part }) => part === shape.to)?.items ?? [];
  const options = items.map((item) => ({ value: String(item.path.at(-1)), label: itemName(t, item) }));
  return (
    <SelectField
      label={fieldName(t, name)}
      value={value ?? ''}
      options={shape.optional ? [{ value: '', label: t.nothing }, ...options] : options}
      error={error}
      onChange={(id) => write(id === '' ? undefined : id)}
    />
  );
}

/** A list within an item, for example the stops of a tour. */
function ListField({ path, shape, name }: ShapeFieldProps<ListShape>) {
  const t = useNamespace('studio');
  const { edit } = useStudio();
  const length = useSelected(
    (content) => (readAt(content, path) as readonly unknown[] | undefined)?.length ?? 0,
  );
  const error = useError(path, shape);
  const singular = t.singular[name as keyof typeof t.singular];
  const items = Array.from({ length }, (_, index) => ({
    path: [...path, index],
    name: `${singular} ${index + 1}`,
  }));
  return (
    <div className="flex flex-col gap-3">
      <h4 className="font-semibold">{fieldName(t, name)}</h4>
      {error && <p className="text-small font-medium text-danger">{error}</p>}
      <ol className="flex flex-col gap-3">
        {items.map((item) => (
          <li key={item.name} className="rounded-control border border-line px-3 pb-3">
            <div className="flex items-center">
              <p className="flex-1 text-small font-semibold text-ink-soft">{item.name}</p>
              <MoveButtons {...item} />
              <RemoveButton {...item} />
            </div>
            <ShapeField path={item.path} shape={shape.of} name={name} />
          </li>
        ))}
      </ol>
      <SmallButton
        icon={Plus}
        className="self-start"
        disabled={length >= shape.max}
        onClick={() => edit((content) => addItem(content, path)?.content ?? content)}
      >
        {t.editor.addField(singular)}
      </SmallButton>
    </div>
  );
}
