import { Plus } from 'lucide-react';
import { memo } from 'react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import type { WordsState } from '../../../../shared/content/words.ts';
import type { Language } from '../../../../shared/languages.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { languageNames, languages } from '../../../i18n/languages.ts';
import { SelectField } from '../../../forms/SelectField.tsx';
import { SearchField } from '../../parts/list/SearchField.tsx';
import type { ListLocation } from '../../parts/section.ts';
import { addItem } from '../model/lists.ts';
import { listGroups, type Group, type Item, matches } from '../model/items.ts';
import { AddPicture } from '../pictures/UploadPicture.tsx';
import { useStudio } from '../studio.ts';
import { classes } from '../../../ui/classes.ts';
import { itemName } from '../names.ts';
import { Marks } from './Marks.tsx';
import { optionsOf } from '../../../forms/options.ts';
import { readListFilter, type FilterValues } from '../../parts/list/filter.ts';
import { SmallButton } from '../../parts/SmallButton.tsx';

/** States of texts, and the one language that is looked at. */
const filters = { state: ['outdated', 'missing'], language: languages } as const;
type ItemFilter = FilterValues<typeof filters>;

interface ItemListProps {
  readonly content: Content;
  /** The key of the item that is open. */
  readonly selected: string;
  readonly location: ListLocation;
}

/** Everything that passengers read, in the order of the document. */
export function ItemList({ content, selected, location }: ItemListProps) {
  const t = useNamespace('studio');
  const groups = listGroups(content);
  const { values, set } = readListFilter(location, filters);
  const shown = filterGroups(content, groups, values);
  return (
    <div className="flex flex-col gap-4">
      <SearchField wide label={t.list.search} value={values.search} onSearch={location.setSearch} />
      <ListFilters groups={groups} filter={values} onChange={set} />
      <div className="overflow-clip rounded-card border border-line bg-surface-raised">
        {shown.length === 0 && <EmptyState title={t.list.nothing} />}
        {shown.map((group) => (
          <PartGroup key={group.part} group={group} selectedKey={selected} isWhole={shown === groups} />
        ))}
      </div>
    </div>
  );
}

interface PartGroupProps {
  readonly group: Group;
  readonly selectedKey: string;
  /** Nothing is filtered. */
  readonly isWhole: boolean;
}

function PartGroup({ group, selectedKey, isWhole }: PartGroupProps) {
  const t = useNamespace('studio');
  const { part, list, max, items } = group;
  const { read, edit, open } = useStudio();
  const isPictures = part === 'pictures';
  const target = list ?? (items.length === 0 ? [part] : null);
  const add = (path: ContentPath) => {
    const added = addItem(read(), path);
    if (!added) return;
    edit(() => added.content);
    open(added.path);
  };
  // A part that is one item is named by its row.
  const isOneItem = list === null && items.length > 0;
  return (
    <section
      aria-labelledby={isOneItem ? undefined : `part-${part}`}
      className="border-b border-line last:border-b-0"
    >
      {!isOneItem && (
        <div className="flex min-h-12 items-center justify-between gap-2 bg-surface px-3">
          <h3 id={`part-${part}`} className="text-small font-semibold text-ink-soft">
            {t.parts[part]}
          </h3>
          {isWhole && !isPictures && target && items.length < max && (
            <SmallButton
              variant="quiet"
              icon={Plus}
              aria-label={t.list.addTo(t.parts[part])}
              onClick={() => add(target)}
            >
              {t.add}
            </SmallButton>
          )}
        </div>
      )}
      {isWhole && isPictures && (
        <div className="px-3 py-2">
          <AddPicture onAdded={(id) => open([part, id])} />
        </div>
      )}
      <ul>
        {items.map((item) => (
          <ItemRow key={item.key} item={item} selected={item.key === selectedKey} />
        ))}
      </ul>
    </section>
  );
}

interface ListFiltersProps {
  readonly groups: readonly Group[];
  readonly filter: ItemFilter;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

/** Filters the list by the state of the texts, in one language or in all. */
function ListFilters({ groups, filter, onChange }: ListFiltersProps) {
  const t = useNamespace('studio');
  const states = filters.state.map((state) => ({
    value: state,
    label: t.list.only[state](countState(groups, state, filter.language)),
  }));
  return (
    <div className="grid grid-cols-2 gap-3">
      <SelectField
        label={t.list.show}
        value={filter.state}
        options={[{ value: '', label: t.list.everything }, ...states]}
        onChange={(state) => onChange({ state })}
      />
      <SelectField
        label={t.list.language}
        value={filter.language}
        options={[{ value: '', label: t.list.allLanguages }, ...optionsOf(languages, languageNames)]}
        onChange={(language) => onChange({ language })}
      />
    </div>
  );
}

interface ItemRowProps {
  readonly item: Item;
  readonly selected: boolean;
}

/** One item with its marks. */
const ItemRow = memo(function ItemRow({ item, selected }: ItemRowProps) {
  const t = useNamespace('studio');
  const { open } = useStudio();
  return (
    <li className="border-b border-line [contain-intrinsic-size:auto_3rem] [content-visibility:auto] last:border-b-0">
      <button
        type="button"
        aria-current={selected || undefined}
        onClick={() => open(item.path)}
        className={classes(
          'flex min-h-12 w-full flex-wrap items-center gap-x-2 py-1.5 pr-2 pl-3 text-left text-small hover:bg-surface focus-visible:-outline-offset-3',
          item.path.length === 1 && 'font-semibold',
          selected && 'bg-accent-soft font-semibold text-accent',
        )}
      >
        <span className="min-w-0 flex-1 basis-36 [overflow-wrap:anywhere]">{itemName(t, item)}</span>
        <Marks states={item.states} />
      </button>
    </li>
  );
});

function hasState({ states }: Item, state: WordsState, language: Language | ''): boolean {
  return language === '' ? languages.some((each) => states[each] === state) : states[language] === state;
}

/** The groups with the items that pass. While anything is filtered, groups without items are left out. */
function filterGroups(
  content: Content,
  groups: readonly Group[],
  { state, language, search }: ItemFilter,
): readonly Group[] {
  if (state === '' && search === '') return groups;
  return groups
    .map((group) => ({
      ...group,
      items: group.items.filter(
        (item) =>
          (state === '' || hasState(item, state, language)) &&
          (search === '' || matches(content, item, search)),
      ),
    }))
    .filter(({ items }) => items.length > 0);
}

/** Counts the items with texts in a state. */
function countState(groups: readonly Group[], state: WordsState, language: Language | ''): number {
  return groups.reduce(
    (sum, { items }) => sum + items.filter((item) => hasState(item, state, language)).length,
    0,
  );
}
