import { useNamespace } from '../../../i18n/namespaces.ts';
import { languageNames, languages } from '../../../i18n/languages.ts';
import { SelectField } from '../../../forms/SelectField.tsx';
import type { Group } from '../document/items.ts';
import { countState, type ItemFilter } from './filter.ts';

export interface ListFiltersProps {
  readonly groups: readonly Group[];
  readonly filter: ItemFilter;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

/** Filters the list by the state of the texts, in one language or in all. */
export function ListFilters({ groups, filter, onChange }: ListFiltersProps) {
  const t = useNamespace('content');
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
