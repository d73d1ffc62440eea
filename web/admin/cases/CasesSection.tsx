import { useQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { caseKinds } from '../../../shared/cases.ts';
import { caseFilterStates, countHeldCases, listCasesPage } from '../../data/tickets/cases.ts';
import { sortedColumns } from '../../data/list/sort.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { choiceFilter } from '../parts/list/filter.ts';
import { DriverChip } from '../parts/list/FilterChip.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { useList } from '../parts/list/useList.tsx';
import type { SectionProps } from '../parts/section.ts';
import { adminKey } from '../parts/useChange.ts';
import { useFormat } from '../parts/useFormat.ts';
import { CasePage } from './CasePage.tsx';
import { useCaseColumns } from './columns.tsx';
import { SmallButton } from '../parts/SmallButton.tsx';
import { generalHelpUrl } from '../../data/publicAddress.ts';
import QrCode from '../../ui/QrPath.tsx';

/** New cases come from outside the panel, so the list polls. */
const pollMs = 60_000;

/** Lost things, complaints and requests of passengers: open cases first, with the day by which to answer. */
export default function CasesSection(props: SectionProps) {
  const { location } = props;
  const t = useNamespace('cases');
  const { state } = useNamespace('tickets');
  const { frame, filter } = useList(props, {
    name: 'cases',
    words: t,
    icon: MessagesSquare,
    filters: {
      state: choiceFilter(state, t.all, caseFilterStates, {
        ...t.states,
        replied: t.withReply,
        held: t.held,
      }),
      kind: choiceFilter(t.kind, t.all, caseKinds, t.kinds),
      from: { label: t.from, form: 'day' },
      until: { label: t.until, form: 'day' },
      driver: 'id',
    },
    sorts: sortedColumns.case_list,
    load: listCasesPage,
    refetchInterval: pollMs,
  });
  const isEmpty = frame.listing.rows?.length === 0 && !filter.narrowed && location.search === '';
  const { values } = filter;
  return (
    <>
      <ListFrame
        {...frame}
        below={
          <>
            <DriverChip driver={values.driver} words={t} onClear={() => filter.set({ driver: '' })} />
            {values.state !== 'held' && <HeldCases onOpen={() => filter.set({ state: 'held' })} />}
          </>
        }
        list={{ columns: useCaseColumns() }}
        page={<CasePage />}
      />
      {isEmpty && <HelpPage />}
    </>
  );
}

/** Opens the group of the cases that are held back; nothing while there are none. */
function HeldCases({ onOpen }: { readonly onOpen: () => void }) {
  const t = useNamespace('cases');
  const format = useFormat();
  const { data: count = 0 } = useQuery({
    queryKey: [adminKey, 'heldCases'],
    queryFn: ({ signal }) => countHeldCases(signal),
    refetchInterval: pollMs,
  });
  if (count === 0) return null;
  return (
    <SmallButton onClick={onOpen} className="self-start">
      {t.heldCount(format.count(count))}
    </SmallButton>
  );
}

/** The page on which passengers write, as a link and as a code for their telephones. */
function HelpPage() {
  const { helpPage } = useNamespace('cases');
  const address = generalHelpUrl();
  return (
    <div className="flex flex-col items-center gap-3 py-2">
      <a
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center font-semibold text-accent underline underline-offset-4"
      >
        {helpPage}
      </a>
      <QrCode value={address} title={helpPage} className="size-40" />
    </div>
  );
}
