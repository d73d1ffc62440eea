import { FileUser, Plus } from 'lucide-react';
import { rightsKinds } from '../../../shared/rights.ts';
import { listRightsPage } from '../../data/tickets/rightsRequests.ts';
import { sortedColumns } from '../../data/list/sort.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { choiceFilter } from '../parts/list/filter.ts';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useList } from '../parts/list/useList.tsx';
import { useRequestColumns, loadRequestColumns } from './columns.tsx';
import { NewRequestDialog } from './NewRequestDialog.tsx';
import { RequestPage } from './RequestPage.tsx';

/** New requests come from outside the panel, so the list polls. */
const pollMs = 60_000;
const states = ['open', 'closed'] as const;

/** The requests: open ones first, with the days left to answer. */
export function RequestList(props: SectionProps) {
  const { location, onDone } = props;
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
    loadColumns: loadRequestColumns,
    refetchInterval: pollMs,
  });
  return (
    <>
      <ListFrame
        {...frame}
        primary={{ label: t.add, icon: Plus }}
        list={{ columns: useRequestColumns() }}
        page={<RequestPage location={location} onDone={onDone} />}
      />
      {location.act === 'new' && <NewRequestDialog onDone={onDone} onClose={location.close} />}
    </>
  );
}
