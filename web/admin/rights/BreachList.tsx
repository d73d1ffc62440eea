import { Pencil, ShieldAlert } from 'lucide-react';
import { Link } from 'wouter';
import { listBreachesPage, type Breach } from '../../data/company/breaches.ts';
import { sortedColumns } from '../../data/list/sort.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { SmallIconButton } from '../parts/SmallButton.tsx';
import { classes } from '../../ui/classes.ts';
import { actionsColumn, type Column } from '../parts/list/List.tsx';
import { useNamedActs } from '../parts/useNamedActs.ts';
import { ListFrame } from '../parts/list/ListFrame.tsx';
import { useList } from '../parts/list/useList.tsx';
import { sectionAddress, useOpenedRow, type SectionProps } from '../parts/section.ts';
import { useFormat } from '../parts/useFormat.ts';
import { BreachForm } from './BreachForm.tsx';
import { csvNumber, csvTime } from '../../util/csvText.ts';
import type { FileCells } from '../parts/files/exportFile.ts';

/** The register of breaches: whole entries, the newest first. The guide has the letters about them. */
export function BreachList(props: SectionProps) {
  const { location } = props;
  const { breach: t, breaches: name } = useNamespace('rights');
  const { frame } = useList(props, {
    name: 'rights',
    words: t,
    icon: ShieldAlert,
    sorts: sortedColumns.breaches,
    load: listBreachesPage,
  });
  const opened = useOpenedRow(location, frame.listing.rows);
  const columns = useBreachColumns(({ id }) => location.open({ record: id, act: 'edit' }));
  return (
    <>
      <ListFrame
        {...frame}
        primary={{ ...useNamedActs('rights').breach, dialog: <BreachForm breach={null} /> }}
        exporting={name}
        below={
          <Link
            href={sectionAddress('help', { guide: 'breaches' })}
            className="self-start py-2.5 text-small font-semibold text-accent underline"
          >
            {t.letters}
          </Link>
        }
        list={{ columns }}
      />
      {opened && location.act === 'edit' && <BreachForm breach={opened} />}
    </>
  );
}

function useBreachColumns(onEdit: (breach: Breach) => void): readonly Column<Breach>[] {
  const { actions } = useNamespace('admin');
  const { breach: t } = useNamespace('rights');
  const { count, day, plainDay } = useFormat();
  const told = (at: string | null) => (at === null ? t.notTold : day(at));
  return [
    {
      id: 'what',
      sort: 'what',
      label: t.what,
      cell: ({ what }) => <span className="font-semibold [overflow-wrap:anywhere]">{what}</span>,
      onCard: 'title',
      file: breachCells,
    },
    {
      id: 'details',
      label: t.what,
      cell: (breach) => (
        <>
          <Fact name={t.data}>{breach.which_data}</Fact>
          {breach.people !== null && <Fact name={t.people}>{count(breach.people)}</Fact>}
          {breach.consequences && <Fact name={t.consequences}>{breach.consequences}</Fact>}
          {breach.measures && <Fact name={t.measures}>{breach.measures}</Fact>}
        </>
      ),
      inTable: 'never',
      foldsInto: 'what',
      onCard: 1,
    },
    {
      id: 'days',
      sort: 'happened_on',
      label: t.days,
      width: 'w-64 xl:w-72',
      cell: (breach) => (
        <>
          <Fact name={t.happened}>{plainDay(breach.happened_on)}</Fact>
          <Fact name={t.known}>{day(breach.known_at)}</Fact>
          <Fact name={t.agency} isAlarming={breach.agency_told_at === null}>
            {told(breach.agency_told_at)}
          </Fact>
          <Fact name={t.persons}>{told(breach.people_told_at)}</Fact>
        </>
      ),
      onCard: 2,
    },
    actionsColumn(actions, 'w-26', (breach) => (
      <SmallIconButton
        label={t.edit(breach.what)}
        icon={<Pencil size={22} />}
        onClick={() => onEdit(breach)}
      />
    )),
  ];
}

interface FactProps {
  readonly name: string;
  readonly isAlarming?: boolean;
  readonly children: string;
}

function Fact({ name, isAlarming = false, children }: FactProps) {
  return (
    <p
      className={classes(
        'text-small whitespace-pre-line [overflow-wrap:anywhere]',
        isAlarming ? 'font-semibold text-danger' : 'text-ink-soft',
      )}
    >
      {name}: {children}
    </p>
  );
}

/** The file of the register. */
const breachCells: FileCells<Breach> = {
  ocurrió: ({ happened_on: day }) => day,
  'se supo': ({ known_at: time }) => csvTime(time),
  'qué pasó': ({ what }) => what,
  datos: ({ which_data: data }) => data,
  personas: ({ people }) => csvNumber(people),
  consecuencias: ({ consequences }) => consequences ?? '',
  medidas: ({ measures }) => measures ?? '',
  'aviso a la Agencia': ({ agency_told_at: time }) => csvTime(time),
  'aviso a las personas': ({ people_told_at: time }) => csvTime(time),
};
