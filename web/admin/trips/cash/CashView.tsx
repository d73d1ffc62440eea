import { Coins } from 'lucide-react';
import { formatPesos } from '../../../../shared/content/pesos.ts';
import { tripPayments, type TripPayment } from '../../../../shared/trips.ts';
import { cashOfDay, closeDriverDay, countCash, type DriverCash } from '../../../data/trips/cash.ts';
import { cashSorts } from '../../../data/list/sort.ts';
import { TextArea } from '../../../forms/TextArea.tsx';
import { TextField } from '../../../forms/TextField.tsx';
import { useNamespace, useSpanishNamespace } from '../../../i18n/namespaces.ts';
import { csvNumber, csvTime } from '../../../util/csvText.ts';
import { parsePesos } from '../../../util/parseWhole.ts';
import { fold } from '../../../util/fold.ts';
import { useChileanDay } from '../../../util/time/useChileanDay.ts';
import { Button } from '../../../ui/Button.tsx';
import { FormDialog } from '../../parts/dialogs.tsx';
import { useChangeForm } from '../../parts/useChange.ts';
import type { FileCells } from '../../parts/files/exportFile.ts';
import { ChangeButton } from '../../parts/list/cells.tsx';
import { actionsColumn, type Column } from '../../parts/list/List.tsx';
import { ListFrame } from '../../parts/list/ListFrame.tsx';
import { useList } from '../../parts/list/useList.tsx';
import { useRecordLocation } from '../../parts/record/useRecordLocation.ts';
import { useFormat } from '../../parts/useFormat.ts';
import { useFinish, useOnDone, type SectionProps } from '../../parts/section.ts';
import { joined } from '../tripWords.ts';

/** The evening: what each driver has taken, closing the day, and taking in the cash. */
export function CashView(props: SectionProps) {
  const { location } = props;
  const t = useNamespace('trips').cash;
  const today = useChileanDay();
  const { frame, filter, listing } = useList(props, {
    name: 'trips',
    words: { caption: t.caption, search: t.search, empty: t.empty },
    icon: Coins,
    filters: { day: { label: t.day, form: 'day' } },
    sorts: cashSorts,
    load: async ({ search, ...wanted }, _page, signal) => {
      const words = fold(search).split(/\s+/).filter(Boolean);
      const all = await cashOfDay({ ...wanted, day: wanted.day || today }, signal);
      const rows = all.filter(({ driver_name: name }) => words.every((word) => fold(name).includes(word)));
      return { rows, page: 1, total: rows.length };
    },
  });
  const day = filter.values.day || today;
  const counted = location.act === 'count' && listing.rows?.find(({ id }) => id === location.record);
  return (
    <>
      <ListFrame {...frame} list={{ columns: useCashColumns(day) }} />
      {counted && <CountDialog row={counted} />}
    </>
  );
}

const amount = (pesos: number) => (pesos === 0 ? '–' : formatPesos(pesos));

const handOverCells: FileCells<DriverCash> = {
  'por entregar': (row) => csvNumber(row.to_hand_over),
  'última entrega': (row) => csvTime(row.counted_at),
  diferencia: (row) => csvNumber(row.counted_difference),
};

function useCashColumns(day: string): readonly Column<DriverCash>[] {
  const t = useNamespace('trips').cash;
  const { actions } = useNamespace('admin');
  const { count } = useFormat();
  const { methods } = useSpanishNamespace('trips').cash;
  const money = (id: TripPayment): Column<DriverCash> => ({
    id,
    label: t.methods[id],
    width: id === 'transfer' ? 'w-30' : 'w-24',
    className: 'tabular-nums',
    inTable: 'wide',
    foldsInto: 'driver',
    cell: (row) => amount(row[id]),
    elsewhere: () => null,
    onCard: 2,
    file: { [methods[id].toLowerCase()]: (row) => csvNumber(row[id]) },
  });
  const brought = (row: DriverCash) =>
    joined(tripPayments.map((method) => row[method] !== 0 && `${t.methods[method]} ${amount(row[method])}`));
  return [
    {
      id: 'driver',
      sort: 'driver_name',
      label: t.driver,
      cell: (row) => <span className="font-semibold">{row.driver_name}</span>,
      onCard: 'title',
      file: { conductor: ({ driver_name: name }) => name },
    },
    {
      id: 'trips',
      sort: 'trips',
      label: t.trips,
      width: 'w-28',
      inTable: 'wide',
      foldsInto: 'driver',
      cell: ({ trips, open_trips: open }) => (
        <span className="block">
          {joined([t.tripCount(trips, count(trips)), open > 0 && t.openTrips(open, count(open))], ', ')}
        </span>
      ),
      onCard: 1,
      file: { viajes: (row) => csvNumber(row.trips), 'por cerrar': (row) => csvNumber(row.open_trips) },
    },
    // Elsewhere the amounts that there are stand in one line.
    { ...money('cash'), elsewhere: (row) => <span className="block text-small">{brought(row)}</span> },
    ...tripPayments.filter((method) => method !== 'cash').map(money),
    {
      id: 'hand-over',
      sort: 'to_hand_over',
      label: t.toHandOver,
      width: 'w-40',
      cell: (row) => <HandOver row={row} />,
      onCard: 3,
      file: handOverCells,
    },
    actionsColumn(actions, 'w-60', (row) => <CashButtons row={row} day={day} />),
  ];
}

/** The sum that a driver has to hand over, and the last hand-over. */
function HandOver({ row }: { readonly row: DriverCash }) {
  const t = useNamespace('trips').cash;
  const { time } = useFormat();
  const { to_hand_over: pesos, counted_at: at, counted_difference: difference } = row;
  const last =
    at !== null && joined([t.lastCount(time(at)), difference && t.difference(formatPesos(difference))], ', ');
  return (
    <span className="tabular-nums">
      <span className="font-semibold">{amount(pesos)}</span>
      {last && <span className="ml-1.5 text-small text-ink-soft">{last}</span>}
    </span>
  );
}

function CashButtons({ row, day }: { readonly row: DriverCash; readonly day: string }) {
  const onDone = useOnDone();
  const { open } = useRecordLocation();
  const t = useNamespace('trips').cash;
  const { count } = useFormat();
  const { id, driver_name: name } = row;
  return (
    <div className="flex flex-wrap gap-2 max-md:flex-col">
      {row.open_trips > 0 && (
        <ChangeButton
          variant="secondary"
          aria-label={t.closeDayOf(name)}
          change={() => closeDriverDay(id, day)}
          onDone={(ended) => onDone(t.closed(name, ended, count(ended)))}
        >
          {t.closeDay}
        </ChangeButton>
      )}
      {row.to_hand_over !== 0 && (
        <Button
          size="compact"
          aria-label={t.receiveFrom(name)}
          onClick={() => open({ record: id, act: 'count' })}
        >
          {t.receive}
        </Button>
      )}
    </div>
  );
}

/** Takes in the cash that a driver holds; the sum stands there already. */
function CountDialog({ row }: { readonly row: DriverCash }) {
  const finish = useFinish();
  const t = useNamespace('trips').cash;
  const { id: driver, driver_name: name, to_hand_over: expected, counted_at: last } = row;
  const form = useChangeForm({
    initial: { handed: String(Math.max(0, expected)), note: '' },
    // An amount comes back for this sum only, and not once it was handed over.
    draft: `cash:${driver}:${last ?? ''}:${expected}`,
    check: ({ handed }) => (typeof parsePesos(handed) === 'number' ? {} : { handed: 'amount' }),
    phrases: { amount: t.wrongAmount, edit_conflict: t.changedMeanwhile },
    save: async ({ handed, note }, keyOf) => {
      const pesos = parsePesos(handed) ?? 0;
      // One key whatever is sent: a second attempt takes nothing in again.
      await countCash({ id: keyOf(driver), driver, expected, handed: pesos, note });
      return pesos;
    },
    onSaved: (pesos) => finish(t.received(formatPesos(pesos), name)),
  });
  return (
    <FormDialog title={t.receiveFrom(name)} action={t.receive} form={form}>
      <p className="font-semibold">{t.expected(formatPesos(expected))}</p>
      <TextField label={t.handed} inputMode="numeric" autoComplete="off" {...form.field('handed')} />
      <TextArea label={t.note} rows={2} maxLength={300} {...form.control('note')} />
    </FormDialog>
  );
}
