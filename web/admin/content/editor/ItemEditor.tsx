import { ReceiptText } from 'lucide-react';
import { memo, useEffect, useRef } from 'react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { keyOf, shapeAt } from '../document/tree.ts';
import { useSelected, useStudio } from '../studio.ts';
import { EditorHeader } from './EditorHeader.tsx';
import { ItemProblems } from './ItemProblems.tsx';
import { KeysHelp } from './KeysHelp.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { PolicyOffer } from './PolicyOffer.tsx';
import { ShapeField } from './ShapeField.tsx';
import { useTextKeys } from './useTextKeys.ts';

export interface ItemEditorProps {
  /** The key of an item that is in the document. */
  readonly item: string;
  /** The text or field to begin with; another object moves the focus again. */
  readonly target: { readonly path: ContentPath } | null;
  /** The list is not beside it: there is a way back to it. */
  readonly narrow: boolean;
}

/** All fields of one item: Spanish beside the language that is translated into. */
export const ItemEditor = memo(function ItemEditor({ item, target, narrow }: ItemEditorProps) {
  const t = useNamespace('content');
  const { showPrices } = useStudio();
  const root = useRef<HTMLDivElement>(null);
  const path = item.split('/');
  const keys = useTextKeys(path);
  // The shape of an item is the same in every document.
  const shape = useSelected((content) => shapeAt(content, path));

  // Opened by a link or a key, the text is ready to be typed into.
  useEffect(() => {
    const key = target && CSS.escape(keyOf(target.path));
    const wanted =
      key && root.current?.querySelector<HTMLElement>(`[data-text="${key}"], [data-field="${key}"]`);
    if (wanted) wanted.focus();
    else root.current?.querySelector('h3')?.focus();
  }, [target]);

  if (!shape) return null;
  return (
    <ItemProblems item={item}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- shortcuts of the texts inside */}
      <div
        ref={root}
        onKeyDown={keys}
        className="flex flex-col gap-5 rounded-card border border-line bg-surface-raised p-4 sm:p-5 lg:sticky lg:top-4 lg:max-h-[calc(100vh-2rem)] lg:overflow-y-auto"
      >
        <EditorHeader path={path} narrow={narrow} />
        {path[0] === 'policy' && <PolicyOffer />}
        <LanguageChoice path={path} />
        <ShapeField path={path} shape={shape} name={String(path[0])} />
        {path[0] === 'routes' && (
          <Button
            size="compact"
            variant="secondary"
            icon={<ReceiptText size={20} />}
            className="self-start"
            onClick={showPrices}
          >
            {t.editor.toPrices}
          </Button>
        )}
        <KeysHelp />
      </div>
    </ItemProblems>
  );
});
