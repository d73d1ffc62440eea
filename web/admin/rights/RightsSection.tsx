import { FileUser } from 'lucide-react';
import { rightsKinds } from '../../../shared/rights.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import type { SectionProps } from '../parts/section.ts';
import { BreachList } from './BreachList.tsx';
import { listRightsPage } from '../../data/tickets/rightsRequests.ts';
import { sortedColumns } from '../../data/list/sort.ts';
import { choiceFilter } from '../parts/list/filter.ts';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { useList } from '../parts/list/useList.tsx';
import { useRequestColumns } from './columns.tsx';
import { NewRequestDialog } from './NewRequestDialog.tsx';
import { RequestPage } from './RequestPage.tsx';

const views = ['requests', 'breaches'] as const;

/** Requests about personal data, and the register of breaches of security (law 21.719). */
export default function RightsSection(props: SectionProps) {
  const t = useNamespace('rights');
  const { location } = props;
  const view = views.find((each) => each === location.filter('view')) ?? 'requests';
  return (
    <Tabs
      name="rights"
      label={t.views}
      variant="panel"
      tabs={views.map((id) => ({ id, label: t[id] }))}
      selected={view}
      onSelect={(id) =>
        location.setFilters({ view: id === 'requests' ? '' : id, search: '', state: '', kind: '' })
      }
      panelClass="flex flex-col gap-2 pt-2 md:gap-2.5"
    >
      {view === 'requests' ? <RequestList {...props} /> : <BreachList {...props} />}
    </Tabs>
  );
}

/** New requests come from outside the panel, so the list polls. */
const pollMs = 60_000;
const states = ['open', 'closed'] as const;

/** The requests: open ones first, with the days left to answer. */
function RequestList(props: SectionProps) {
  const t = useNamespace('rights');
  const { state } = useNamespace('tickets');
  const { frame } = useList(props, {
    name: 'rights',
    words: t,
    icon: FileUser,
    filters: {
      state: choiceFilter(state, t.all, states, t.states),
      kind: choiceFilter(t.kind, t.all, rightsKinds, t.kinds),
    },
    sorts: sortedColumns.rights_request_list,
    load: listRightsPage,
    refetchInterval: pollMs,
  });
  return (
    <ListFrame
      {...frame}
      primary={{ ...useNamedActs('rights').new, dialog: <NewRequestDialog /> }}
      list={{ columns: useRequestColumns() }}
      page={<RequestPage />}
    />
  );
}
