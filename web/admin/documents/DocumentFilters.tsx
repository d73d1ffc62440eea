import { useQuery } from '@tanstack/react-query';
import type { DocumentOwner } from '../../../shared/records/document.ts';
import { listKinds, countDocuments } from '../../data/documents/documentRecords.ts';
import type { GridFilter } from '../../data/documents/documentGrid.ts';
import { documentStates } from '../../data/documents/documents.ts';
import { optionsOf } from '../../forms/options.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useChileanDay } from '../../util/time/useChileanDay.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { monthOf, monthsFrom } from '../../util/time/month.ts';
import type { Filter } from '../parts/list/filter.ts';
import { FilterChip } from '../parts/list/FilterChip.tsx';
import { adminKey } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';

export interface DocumentFiltersProps {
  readonly filter: Filter<GridFilter>;
  /** The owners that the grid shows, where gaps can be asked for too; null in the list, which has both. */
  readonly gridOwner: DocumentOwner | null;
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
  return optionsOf(['driver', 'vehicle'], owners);
}

/** Months offered, from the present one. */
const monthsAhead = 18;
/** Begins the value of a month among the states. */
const monthMark = 'month:';

/**
 * The states with their counts, and behind them the months in which documents expire, the chosen one even if it is past: a choice
 * of one keeps the toolbar in one row.
 */
function useStateOptions(isGrid: boolean, month: string) {
  const t = useNamespace('documents');
  const format = useFormat();
  /** The documents that need attention, by state; undefined until the first response. */
  const { data: counts } = useQuery({
    queryKey: [adminKey, 'document-counts'],
    queryFn: ({ signal }) => countDocuments(signal),
    staleTime: 60_000,
  });
  const ahead = monthsFrom(monthOf(useChileanDay()), monthsAhead);
  const months = month === '' || ahead.includes(month) ? ahead : [month, ...ahead];
  const states = (['waiting', ...documentStates] as const).map((state) => {
    const count = state === 'valid' ? undefined : counts?.[state];
    return {
      value: state,
      label: count === undefined ? t.states[state] : t.withCount(t.states[state], format.count(count)),
    };
  });
  return [
    { value: '', label: t.allStates },
    ...(isGrid ? [{ value: 'missing', label: t.grid.lacking }] : []),
    ...states,
    ...months.map((each) => ({ value: monthMark + each, label: t.expiresIn(format.month(each)) })),
  ];
}

/** Filters the documents by state or by the month in which they expire, by kind and by owner. */
export function DocumentFilters({ filter, gridOwner }: DocumentFiltersProps) {
  const { state, month, owner } = filter.values;
  const t = useNamespace('documents');
  const shownOwner = gridOwner ?? owner;
  const kinds = useKinds().filter((each) => !shownOwner || each.owner === shownOwner);
  const owners = useOwnerOptions();
  return (
    <div className="grid min-w-0 flex-3 gap-2 sm:grid-cols-3 md:min-w-104 md:max-lg:basis-full xl:min-w-136">
      <SelectField
        hideLabel
        label={t.state}
        value={month ? monthMark + month : state}
        options={useStateOptions(gridOwner !== null, month)}
        onChange={(chosen) =>
          filter.set(
            chosen.startsWith(monthMark)
              ? { month: chosen.slice(monthMark.length), state: '' }
              : { state: chosen, month: '' },
          )
        }
      />
      <SelectField
        hideLabel
        label={t.owner}
        value={shownOwner}
        options={gridOwner ? owners : [{ value: '', label: t.allOwners }, ...owners]}
        onChange={(chosen) => filter.set({ owner: chosen, kind: '' })}
      />
      <SelectField
        hideLabel
        label={t.kind}
        value={filter.values.kind}
        options={[
          { value: '', label: t.allKinds },
          ...kinds.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(kind) => filter.set({ kind })}
      />
    </div>
  );
}

interface SubjectChipProps {
  /** The vehicle or driver; undefined where no document names it. */
  readonly name: string | undefined;
  readonly onShowAll: Filter<GridFilter>['set'];
}

/** Says that only the documents of one vehicle or driver are shown, and shows all again. */
export function SubjectChip({ name, onShowAll }: SubjectChipProps) {
  const { onlyOwner, oneOwner, showAll } = useNamespace('documents');
  const onlyOf = name === undefined ? () => oneOwner : onlyOwner;
  return (
    <FilterChip
      name={name}
      words={{ onlyOf, showAll }}
      onClear={() => onShowAll({ subject: '', owner: '' })}
    />
  );
}
