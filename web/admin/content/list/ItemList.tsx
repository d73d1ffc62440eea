import { Plus } from 'lucide-react';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import type { Content } from '../../../../shared/content/content.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { languageNames, languages } from '../../../i18n/languages.ts';
import { SelectField } from '../../../forms/SelectField.tsx';
import { SearchField } from '../../parts/list/SearchField.tsx';
import type { ListLocation } from '../../parts/section.ts';
import { addItem } from '../model/lists.ts';
import { listGroups, type Group } from '../model/items.ts';
import { AddPicture } from '../pictures/UploadPicture.tsx';
import { useStudio } from '../studio.ts';
import { filterGroups, readFilter, countState, type ItemFilter } from './filter.ts';
import { ItemRow } from './ItemRow.tsx';

interface ItemListProps {
  readonly content: Content;
  /** The key of the item that is open. */
  readonly selected: string;
  readonly location: ListLocation;
}

/** Everything that passengers read, in the order of the document. */
export function ItemList({ content, selected, location }: ItemListProps) {
  const t = useNamespace('studio');
  const { search, setSearch, setFilters } = location;
  const groups = listGroups(content);
  const filter = readFilter(location.filter('state'), location.filter('language'), search);
  const shown = filterGroups(content, groups, filter);
  return (
    <div className="flex flex-col gap-4">
      <SearchField wide label={t.list.search} value={search} onSearch={setSearch} />
      <ListFilters groups={groups} filter={filter} onChange={setFilters} />
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
            <Button
              size="compact"
              variant="quiet"
              icon={<Plus size={18} />}
              aria-label={t.list.addTo(t.parts[part])}
              onClick={() => add(target)}
            >
              {t.add}
            </Button>
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
  const states = (['outdated', 'missing'] as const).map((state) => ({
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
        options={[
          { value: '', label: t.list.allLanguages },
          ...languages.map((language) => ({ value: language, label: languageNames[language] })),
        ]}
        onChange={(language) => onChange({ language })}
      />
    </div>
  );
}
