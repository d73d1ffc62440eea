import { FileUser, Plus } from 'lucide-react';
import { rightsKinds } from '../../../shared/rights.ts';
import { listRightsPage } from '../../data/tickets/rightsRequests.ts';
import { optionsOf } from '../../forms/options.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { readListFilter } from '../parts/list/filter.ts';
import { FilterSelect } from '../parts/list/FilterSelect.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useListing } from '../parts/list/useListing.ts';
import { useRequestColumns, loadRequestColumns } from './columns.tsx';
import { NewRequestDialog } from './NewRequestDialog.tsx';
import { RequestPage } from './RequestPage.tsx';

/** New requests come from outside the panel, so the list polls. */
const pollMs = 60_000;
const states = ['open', 'closed'] as const;

/** The requests: open ones first, with the days left to answer. */
export function RequestList({ location, hidden, onDone }: SectionProps) {
  const t = useNamespace('rights');
  const { rights: name } = useNamespace('admin');
  const { state } = useNamespace('tickets');
  const filter = readListFilter(location, { state: states, kind: rightsKinds });
  const listing = useListing({
    name: 'rights',
    filter: filter.values,
    page: location.page,
    load: listRightsPage,
    hidden,
    refetchInterval: pollMs,
  });
  const columns = useRequestColumns();
  return (
    <>
      <ListFrame
        listing={listing}
        location={location}
        words={t}
        icon={FileUser}
        primary={{ label: t.add, icon: <Plus size={22} />, onPress: () => location.open({ act: 'new' }) }}
        filter={filter}
        filters={
          <div className="grid min-w-0 flex-2 gap-2 sm:grid-cols-2 md:min-w-92 lg:gap-3">
            <FilterSelect
              filter={filter}
              name="state"
              label={state}
              all={t.all}
              options={optionsOf(states, t.states)}
            />
            <FilterSelect
              filter={filter}
              name="kind"
              label={t.kind}
              all={t.all}
              options={optionsOf(rightsKinds, t.kinds)}
            />
          </div>
        }
        exporting={{ file: { name, loadColumns: loadRequestColumns }, onDone }}
        list={{ columns }}
        page={<RequestPage location={location} onDone={onDone} />}
      />
      {location.act === 'new' && <NewRequestDialog onDone={onDone} onClose={location.close} />}
    </>
  );
}
