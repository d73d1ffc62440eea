import { ReceiptText, ArrowLeft } from 'lucide-react';
import { memo, useEffect, useRef, use } from 'react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import { policyDraft2, takePolicy } from '../../../../shared/content/policy-2.ts';
import { translated } from '../../../../shared/content/words.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { languageNames } from '../../../i18n/languages.ts';
import { classes } from '../../../ui/classes.ts';
import { keyOf, shapeAt } from '../model/tree.ts';
import { useSelected, useStudio, TargetLanguage } from '../studio.ts';
import { itemAt } from '../model/items.ts';
import { Mark } from '../list/Marks.tsx';
import { ShapeField } from './ShapeField.tsx';
import { SmallButton, SmallIconButton } from '../../parts/SmallButton.tsx';
import { countReferences } from '../model/lists.ts';
import { itemNameAt, partOf } from '../names.ts';
import { MoveButtons, RemoveButton } from './ItemButtons.tsx';

interface ItemEditorProps {
  /** The key of an item that is in the document. */
  readonly item: string;
  /** The text or field to begin with; another object moves the focus again. */
  readonly target: { readonly path: ContentPath } | null;
  /** The list is not beside it: there is a way back to it. */
  readonly narrow: boolean;
}

/** Whether one path, as text, leads to the other or to a part of it. */
const isAround = (one: string, other: string): boolean =>
  `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);

/** All fields of one item: Spanish beside the language that is translated into. */
export const ItemEditor = memo(function ItemEditor({ item, target, narrow }: ItemEditorProps) {
  const t = useNamespace('studio');
  const { open } = useStudio();
  const root = useRef<HTMLDivElement>(null);
  const path = item.split('/');
  // The shape of an item is the same in every document.
  const shape = useSelected((content) => shapeAt(content, path));

  // Opened by a problem of the publication, the text is ready to be typed into.
  useEffect(() => {
    const fields = root.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [];
    const wanted =
      target && [...fields].find((field) => isAround(field.dataset['field']!, keyOf(target.path)));
    if (wanted) wanted.focus();
    else root.current?.querySelector('h3')?.focus();
  }, [target]);

  if (!shape) return null;
  return (
    <div
      ref={root}
      className="flex flex-col gap-5 rounded-card border border-line bg-surface-raised p-4 sm:p-5 lg:sticky lg:top-4 lg:max-h-[calc(100vh-2rem)] lg:overflow-y-auto"
    >
      <EditorHeader path={path} narrow={narrow} />
      {path[0] === 'policy' && <PolicyOffer />}
      <TargetLanguageChoice path={path} />
      <ShapeField path={path} shape={shape} name={String(path[0])} />
      {path[0] === 'routes' && (
        <SmallButton icon={ReceiptText} className="self-start" onClick={() => open([...path, 'prices'])}>
          {t.editor.toPrices}
        </SmallButton>
      )}
    </div>
  );
});

/** Offers the second version of the privacy policy to a company that has an earlier one. */
function PolicyOffer() {
  const t = useNamespace('studio').policy;
  const { edit } = useStudio();
  const isEarlier = useSelected(({ policy }) => policy.version < policyDraft2.policy.version);
  if (!isEarlier) return null;
  return (
    <Notice tone="info">
      <p>{t.offer}</p>
      <p lang="es" className="mt-1 text-small font-normal">
        {policyDraft2.reviewNote}
      </p>
      <SmallButton className="mt-3" onClick={() => edit(takePolicy)}>
        {t.take}
      </SmallButton>
    </Notice>
  );
}

/** The language that stands beside the Spanish, with the state of the item's texts in each. */
export function TargetLanguageChoice({ path }: { readonly path: ContentPath }) {
  const t = useNamespace('studio');
  const { setLanguage } = useStudio();
  const language = use(TargetLanguage);
  const item = useSelected((content) => itemAt(content, path));
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{t.editor.translateInto}</legend>
      {translated.map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === language}
          onClick={() => setLanguage(each)}
          className={classes(
            'flex min-h-11 items-center gap-2 rounded-full border-2 px-4 text-small font-semibold',
            each === language
              ? 'border-accent bg-accent-soft text-accent'
              : 'border-line-strong hover:border-accent',
          )}
        >
          <span>{languageNames[each]}</span>
          {item && <Mark language={each} state={item.states[each]} />}
        </button>
      ))}
    </fieldset>
  );
}

interface EditorHeaderProps extends Pick<ItemEditorProps, 'narrow'> {
  readonly path: ContentPath;
}

/** The name of the open item, and the acts on it as a whole. */
function EditorHeader({ path, narrow }: EditorHeaderProps) {
  const t = useNamespace('studio');
  const { open } = useStudio();
  const name = useSelected((content) => itemNameAt(content, path, t) ?? '');
  const isInList = path.length > 1;
  const isRemovable = useSelected((content) => isInList || shapeAt(content, path)?.optional === true);
  const uses = useSelected((content) => countReferences(content, path));
  return (
    <div className="flex flex-wrap items-start gap-x-2">
      <SmallIconButton
        label={t.editor.back}
        icon={<ArrowLeft size={22} />}
        className={narrow ? '-ml-2' : '-ml-2 lg:hidden'}
        onClick={() => open([])}
      />
      <div className="min-w-0 flex-1">
        {/* A part that is one item has its name already. */}
        {isInList && <p className="text-small text-ink-soft">{t.parts[partOf(path)]}</p>}
        <h3 tabIndex={-1} className="headline text-lead [overflow-wrap:anywhere] focus-visible:outline-none">
          {name}
        </h3>
      </div>
      {isInList && <MoveButtons path={path} name={name} />}
      {isRemovable && <RemoveButton path={path} name={name} uses={uses} onRemoved={() => open([])} />}
    </div>
  );
}
