import { FileUser, Plus } from 'lucide-react';
import { useState } from 'react';
import { rightsKinds } from '../../../shared/rights.ts';
import { listRightsPage, type RightsFilter } from '../../data/tickets/rightsRequests.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { NothingListed } from '../parts/list/NothingListed.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { ListLocation, SectionProps } from '../parts/section.ts';
import { useListing } from '../parts/list/useListing.ts';
import { useRequestColumns } from './columns.tsx';
import { NewRequestDialog } from './NewRequestDialog.tsx';
import { RequestDialog } from './RequestDialog.tsx';
import { loadRequestColumns } from './requestFile.ts';

/** New requests come from outside the panel, so the list polls. */
const pollMs = 60_000;
const states = ['open', 'closed'] as const;

function readFilter({ search, filter }: ListLocation): RightsFilter {
  return {
    search,
    state: states.find((each) => each === filter('state')) ?? '',
    kind: rightsKinds.find((each) => each === filter('kind')) ?? '',
  };
}

/** The requests: open ones first, with the days left to answer. */
export function RequestList({ location, hidden, onDone }: SectionProps) {
  const t = useNamespace('rights');
  const { rights: name } = useNamespace('admin');
  const filter = readFilter(location);
  const narrowed = filter.state !== '' || filter.kind !== '';
  const listing = useListing({
    name: 'rights',
    filter,
    page: location.page,
    load: listRightsPage,
    hidden,
    refetchInterval: pollMs,
  });
  const [openId, setOpenId] = useState<string | null>(null);
  const [adding, setAdding] = useState(false);
  const columns = useRequestColumns(({ id }) => setOpenId(id));
  return (
    <>
      <ListFrame
        listing={listing}
        location={location}
        searchLabel={t.search}
        primary={{ label: t.add, icon: <Plus size={22} />, onPress: () => setAdding(true) }}
        filters={<Filters filter={filter} onChange={location.setFilters} />}
        narrowed={narrowed}
        exporting={{ file: { name, loadColumns: loadRequestColumns }, onDone }}
        empty={
          <NothingListed
            icon={<FileUser size={44} />}
            words={t}
            narrowed={narrowed}
            onClear={() => location.setFilters({ state: '', kind: '' })}
          />
        }
        list={{ caption: t.caption, columns }}
      />
      {openId !== null && <RequestDialog id={openId} onDone={onDone} onClose={() => setOpenId(null)} />}
      {adding && <NewRequestDialog onDone={onDone} onClose={() => setAdding(false)} />}
    </>
  );
}

interface FiltersProps {
  readonly filter: RightsFilter;
  readonly onChange: ListLocation['setFilters'];
}

function Filters({ filter, onChange }: FiltersProps) {
  const t = useNamespace('rights');
  const { state: label } = useNamespace('tickets');
  return (
    <div className="grid min-w-0 flex-2 gap-2 sm:grid-cols-2 md:min-w-92 lg:gap-3">
      <SelectField
        hideLabel
        label={label}
        value={filter.state}
        options={[
          { value: '', label: t.all },
          ...states.map((state) => ({ value: state, label: t.states[state] })),
        ]}
        onChange={(state) => onChange({ state })}
      />
      <SelectField
        hideLabel
        label={t.kind}
        value={filter.kind}
        options={[
          { value: '', label: t.all },
          ...rightsKinds.map((kind) => ({ value: kind, label: t.kinds[kind] })),
        ]}
        onChange={(kind) => onChange({ kind })}
      />
    </div>
  );
}
