import { useDeferredValue } from 'react';
import { MousePointerClick } from 'lucide-react';
import type { ContentPath } from '../../../shared/content/changes.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { classes } from '../../ui/classes.ts';
import type { ListLocation } from '../parts/section.ts';
import { ItemEditor } from './editor/ItemEditor.tsx';
import { ItemList } from './list/ItemList.tsx';
import { itemAt } from './model/items.ts';
import { useDraftContent, useSelected } from './studio.ts';

/** Where the focus goes; another object moves it again. */
export interface Target {
  readonly path: ContentPath;
}

export interface TextsViewProps {
  readonly location: ListLocation;
  readonly target: Target | null;
  /** The preview stands beside it: the editor takes the place of the list. */
  readonly narrow: boolean;
}

/**
 * The list of everything, and the editor of the item that is open: beside it from 1024 px, otherwise in its place.
 */
export function TextsView({ location, target, narrow }: TextsViewProps) {
  const t = useNamespace('studio');
  // The list is drawn after the editor, so that typing never waits for it.
  const content = useDeferredValue(useDraftContent());
  const item = location.filter('item');
  const isOpen = useSelected(
    (present) => item !== 'company' && itemAt(present, item.split('/'))?.key === item,
  );
  return (
    <div
      className={classes('grid items-start gap-6', !narrow && 'lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]')}
    >
      <div className={classes('min-w-0', isOpen && (narrow ? 'hidden' : 'max-lg:hidden'))}>
        <ItemList content={content} selected={item} location={location} />
      </div>
      {isOpen ? (
        <ItemEditor key={item} item={item} target={target} narrow={narrow} />
      ) : (
        <div
          className={classes(
            'rounded-card border border-dashed border-line-strong',
            narrow ? 'hidden' : 'max-lg:hidden',
          )}
        >
          <EmptyState title={t.list.choose} icon={<MousePointerClick size={44} />}>
            {t.list.chooseHint}
          </EmptyState>
        </div>
      )}
    </div>
  );
}
