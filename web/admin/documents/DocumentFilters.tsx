import { useQuery } from '@tanstack/react-query';
import { listKinds, type DocumentFilter } from '../../data/fleet/documentAdmin.ts';
import { documentStates } from '../../data/fleet/documents.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { adminKey } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useDocumentCounts } from '../parts/useDocumentCounts.ts';

export interface DocumentFiltersProps {
  readonly filter: DocumentFilter;
  readonly onChange: (changes: Readonly<Record<string, string>>) => void;
}

/** The kinds of documents, in the company's order. */
export function useKinds() {
  const query = useQuery({
    queryKey: [adminKey, 'document-kinds'],
    queryFn: listKinds,
  });
  return query.data ?? [];
}

/** The owners of documents, to choose from. */
export function useOwnerOptions() {
  const { owners } = useNamespace('documents');
  return (['driver', 'vehicle'] as const).map((owner) => ({ value: owner, label: owners[owner] }));
}

/** Filters the documents by state, with their counts, by kind and by owner. */
export function DocumentFilters({ filter, onChange }: DocumentFiltersProps) {
  const t = useNamespace('documents');
  const format = useFormat();
  const counts = useDocumentCounts();
  const kinds = useKinds().filter(({ owner }) => !filter.owner || owner === filter.owner);
  const states = (['waiting', ...documentStates] as const).map((state) => {
    const count = state === 'valid' ? undefined : counts?.[state];
    return {
      value: state,
      label: count === undefined ? t.states[state] : t.withCount(t.states[state], format.count(count)),
    };
  });
  return (
    <div className="grid min-w-0 flex-2 gap-2 sm:grid-cols-3 lg:gap-3">
      <SelectField
        hideLabel
        label={t.state}
        value={filter.state}
        options={[{ value: '', label: t.allStates }, ...states]}
        onChange={(state) => onChange({ state })}
      />
      <SelectField
        hideLabel
        label={t.owner}
        value={filter.owner}
        options={[{ value: '', label: t.allOwners }, ...useOwnerOptions()]}
        onChange={(owner) => onChange({ owner, kind: '' })}
      />
      <SelectField
        hideLabel
        label={t.kind}
        value={filter.kind}
        options={[
          { value: '', label: t.allKinds },
          ...kinds.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(kind) => onChange({ kind })}
      />
    </div>
  );
}
