import { FileText, Pencil, Plus, ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { listBreachesPage, type Breach } from '../../data/company/breaches.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { actionsColumn, type Column } from '../parts/list/List.tsx';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { Badge } from '../parts/list/cells.tsx';
import type { SectionProps } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { useListing } from '../parts/list/useListing.ts';
import { BreachDialog } from './BreachDialog.tsx';
import { loadBreachColumns } from './breachFile.ts';
import { NoticeDialog } from './NoticeDialog.tsx';

type Open =
  | { readonly dialog: 'edit'; readonly breach: Breach | null }
  | { readonly dialog: 'notice'; readonly breach: Breach }
  | null;

/** The register of breaches: the newest first, with who was told. */
export function BreachList({ location, hidden, onDone }: SectionProps) {
  const { breach: t, breaches: name } = useNamespace('rights');
  const { search, page } = location;
  const listing = useListing({ name: 'breaches', filter: search, page, load: listBreachesPage, hidden });
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const columns = useBreachColumns(setOpen);
  return (
    <>
      <ListFrame
        listing={listing}
        location={location}
        searchLabel={t.search}
        primary={{
          label: t.add,
          icon: <Plus size={22} />,
          onPress: () => setOpen({ dialog: 'edit', breach: null }),
        }}
        exporting={{ file: { name, loadColumns: loadBreachColumns }, onDone }}
        empty={
          <EmptyState title={t.empty} icon={<ShieldAlert size={44} />}>
            {t.emptyHint}
          </EmptyState>
        }
        list={{ caption: t.caption, columns }}
      />
      {open?.dialog === 'edit' && <BreachDialog breach={open.breach} onDone={onDone} onClose={close} />}
      {open?.dialog === 'notice' && <NoticeDialog breach={open.breach} onDone={onDone} onClose={close} />}
    </>
  );
}

function useBreachColumns(onOpen: (open: Open) => void): readonly Column<Breach>[] {
  const { actions } = useNamespace('admin');
  const { breach: t } = useNamespace('rights');
  const { day, plainDay } = useFormat();
  return [
    {
      id: 'what',
      label: t.what,
      cell: ({ what }) => <span className="line-clamp-2 font-semibold [overflow-wrap:anywhere]">{what}</span>,
      onCard: 'title',
    },
    {
      id: 'happened',
      label: t.happened,
      width: 'w-48 xl:w-36',
      className: 'py-0.5 tabular-nums',
      cell: ({ happened_on: happened }) => plainDay(happened),
      elsewhere: ({ happened_on: happened }) => `${t.happened} ${plainDay(happened)}`,
      onCard: 1,
    },
    {
      id: 'known',
      label: t.known,
      width: 'w-36',
      className: 'py-0.5 tabular-nums',
      cell: ({ known_at: known }) => day(known),
      elsewhere: ({ known_at: known }) => (
        <span className="block text-small text-ink-soft">{`${t.knownOn} ${day(known)}`}</span>
      ),
      inTable: 'wide',
      foldsInto: 'happened',
    },
    {
      id: 'agency',
      label: t.agency,
      width: 'w-56',
      cell: ({ agency_told_at: told }) => <Told at={told} />,
      onCard: 2,
    },
    actionsColumn(actions, 'w-30', (row) => (
      <div className="flex">
        <IconButton
          size="compact"
          label={t.notice(row.what)}
          icon={<FileText size={22} />}
          onClick={() => onOpen({ dialog: 'notice', breach: row })}
        />
        <IconButton
          size="compact"
          label={t.edit(row.what)}
          icon={<Pencil size={22} />}
          onClick={() => onOpen({ dialog: 'edit', breach: row })}
        />
      </div>
    )),
  ];
}

function Told({ at }: { readonly at: string | null }) {
  const { breach: t } = useNamespace('rights');
  const { day } = useFormat();
  if (at === null) return <Badge tone="bg-danger-soft text-danger">{t.notTold}</Badge>;
  return <Badge tone="bg-success-soft text-success">{t.told(day(at))}</Badge>;
}
