import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { normalizePlate } from '../../../shared/chile/plate-reading.ts';
import {
  columnsOf,
  driverFields,
  newDriverFieldNames,
  type DriverField,
  type DriverFieldName,
} from '../../../shared/records/driver.ts';
import { headingsOf, namesOf, shownText, type Spelling } from '../../../shared/records/field.ts';
import { fleetProfileSchema } from '../../../shared/validation.ts';
import type { NewDriver } from '../../data/drivers/invitations.ts';
import { driversOfCode } from '../../data/files/fileSubjects.ts';
import type { ListedDriver } from '../../data/drivers/driverRecords.ts';
import { driverStateOf } from '../../data/drivers/driverState.ts';
import { displayedRating, type Driver } from '../../data/drivers/drivers.ts';
import { sortedColumns } from '../../data/list/sort.ts';
import { photoUrl } from '../../data/drivers/photoUrl.ts';
import { Plate } from '../../components/Plate.tsx';
import { useNamespace, useSpanishNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { csvNumber } from '../../util/csvText.ts';
import { fieldCells } from '../parts/files/exportFile.ts';
import type { RecordFile } from '../parts/files/planRecords.ts';
import { Photo } from '../../ui/Photo.tsx';
import { actionsColumn, type Column } from '../parts/list/List.tsx';
import { sectionAddress } from '../parts/section.ts';
import { Contact } from '../parts/Contact.tsx';
import { RowActs, type EditableListActs } from '../parts/record/acts.tsx';
import { RecordLink } from '../parts/record/RecordLink.tsx';
import { useFormat } from '../parts/useFormat.ts';
import { DriverStateLine, SharedCode } from './DriverState.tsx';

/** The order of the table and of its inputs. */
export const listedFieldNames = namesOf(driverFields, ['name', 'licensePlate', 'driverCode', 'phone']);

type FieldStyle = Pick<Column<ListedDriver>, 'width' | 'className' | 'onCard' | 'inTable' | 'foldsInto'> & {
  readonly cell: (text: string) => ReactNode;
};

/** Stands below the plate: a column of its own would leave names three lines on a small laptop. */
const plainStyle: FieldStyle = {
  cell: (text) => text,
  inTable: 'never',
  foldsInto: 'licensePlate',
  onCard: 1,
};
const sortable: readonly string[] = sortedColumns.drivers;
const styles: Readonly<Record<Spelling, FieldStyle>> = {
  plate: { width: 'w-31', cell: (plate) => <Plate variant="tag" plate={plate || null} />, onCard: 1 },
  contact: {
    width: 'w-43 xl:w-39',
    cell: (contact) => <Contact contact={contact} />,
    onCard: 3,
  },
};

/** The column of a field between the name and the rating. */
function fieldColumn(name: DriverFieldName, label: string): Column<ListedDriver> {
  const field: DriverField = driverFields[name];
  const { cell, ...style } = field.spelling ? styles[field.spelling] : plainStyle;
  const shown = (driver: ListedDriver) => cell(shownText(field, driver));
  return {
    ...style,
    id: name,
    label,
    ...(sortable.includes(field.column) && { sort: field.column }),
    cell: shown,
    elsewhere: (driver) => (
      <span className="block text-small leading-tight [overflow-wrap:anywhere]">
        <span className="sr-only">{label}: </span>
        {shown(driver)}
      </span>
    ),
  };
}

/** The columns of the drivers: name and photo, fields, rating, state, waiting photo, actions. */
export function useDriverColumns(actions: EditableListActs<ListedDriver>): readonly Column<ListedDriver>[] {
  const { common, driver: labels } = useMessages();
  const t = useNamespace('admin');
  const { driverStates } = useSpanishNamespace('admin');
  return [
    {
      id: 'name',
      sort: 'name',
      label: labels.short.name,
      cell: (driver) => <Name driver={driver} />,
      around: (driver, folded) => <Name driver={driver}>{folded}</Name>,
      onCard: 'title',
      file: fieldCells(driverFields, newDriverFieldNames),
    },
    {
      id: 'state',
      label: t.driverList.filter,
      width: 'w-64',
      cell: (driver) => <DriverStateLine driver={driver} />,
      inTable: 'wide',
      foldsInto: 'name',
      onCard: 3,
      file: { estado: (driver) => driverStates[driverStateOf(driver)] },
    },
    ...listedFieldNames
      .filter((name) => name !== 'name')
      .map((name) => fieldColumn(name, labels.short[name])),
    {
      id: 'rating',
      sort: 'average_rating',
      label: common.rating,
      width: 'w-33',
      cell: (driver) => <DriverRating driver={driver} />,
      inTable: 'wide',
      foldsInto: 'name',
      onCard: 1,
      file: {
        calificación: (driver) => (driver.review_count > 0 ? csvNumber(displayedRating(driver), 1) : ''),
        calificaciones: ({ review_count: count }) => csvNumber(count),
      },
    },
    {
      id: 'notes',
      label: t.driverList.filter,
      cell: (driver) => <SharedCode driver={driver} />,
      inTable: 'never',
      foldsInto: 'name',
      onCard: 4,
    },
    actionsColumn(t.actions, 'w-28', (driver) => (
      <RowActs
        row={driver}
        {...actions}
        editLabel={t.driverList.editDriver(driver.name)}
        moreLabel={t.moreActions(driver.name)}
      />
    )),
  ];
}

/** Photo and name, with `children` below the name. The photo says nothing that the name beside it does not. */
function Name({ driver, children }: { readonly driver: Driver; readonly children?: ReactNode }) {
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span aria-hidden="true" className="contents">
        <Photo
          src={photoUrl(driver.photo_url)}
          name={driver.name}
          className="size-11 rounded-full [&_.headline]:text-small"
        />
      </span>
      <span className="min-w-0 leading-snug">
        <RecordLink id={driver.id} className="font-semibold [overflow-wrap:anywhere]">
          {driver.name}
        </RecordLink>
        {children && <span className="flex flex-wrap items-center gap-x-3 *:first:w-full">{children}</span>}
      </span>
    </span>
  );
}

/** The average that passengers see, and the number of reviews, to which it leads. */
export function DriverRating({ driver }: { readonly driver: Driver }) {
  const { common } = useMessages();
  const t = useNamespace('admin');
  const format = useFormat();
  const count = driver.review_count;
  if (count === 0) return <span className="text-small text-ink-soft">{t.driverList.noReviews}</span>;
  return (
    <Link
      href={sectionAddress('reviews', { driver: driver.id })}
      title={t.reviewsOf(driver.name)}
      className="-my-2.5 flex min-w-11 flex-wrap items-center gap-x-2 py-2.5 underline-offset-4 hover:underline"
    >
      <span className="inline-flex items-center gap-1 font-semibold tabular-nums">
        <Star size={18} className="fill-accent text-accent" />
        <span className="sr-only">{common.rating}: </span>
        {format.rating(displayedRating(driver))}
      </span>
      <span className="text-small text-ink-soft tabular-nums max-md:sr-only">
        {/* The word would take a line of its own in German and Portuguese. */}
        <span aria-hidden="true">({format.count(count)})</span>
        <span className="sr-only">{t.driverList.reviews(count, format.count(count))}</span>
      </span>
    </Link>
  );
}

const titleOf = (code: string, name: string) => [code, name].filter(Boolean).join(' · ');

/** A file of drivers, whom their codes name. It changes nobody who waits for approval or has left. */
export const driverFile: RecordFile<DriverFieldName, typeof fleetProfileSchema, NewDriver> = {
  headings: headingsOf(driverFields, newDriverFieldNames),
  aliases: { estado: null, calificacion: null, calificaciones: null },
  required: ['driverCode'],
  mostRows: 500,
  fields: fleetProfileSchema,
  key: 'driverCode',
  asksAbout: 'licensePlate',
  find: ({ driverCode: code = '', name = '', licensePlate = '' }, subjects) => {
    // A file assigns a vehicle to new drivers only; a driver's own plate is none of the company's.
    const plate = normalizePlate(licensePlate);
    const isOfCompany = subjects.some(({ vehicle }) => vehicle?.license_plate === plate);
    const passesOver = isOfCompany ? 'licensePlate' : undefined;
    const known = driversOfCode(subjects, code).map(({ driver: row }) => {
      const state = driverStateOf(row);
      const closed = state === 'waiting' || state === 'left' ? state : undefined;
      const name = titleOf(row.driver_code, row.name);
      return { id: row.id, name, row, closed, passesOver, send: columnsOf };
    });
    if (known.length > 0) return known;
    return [{ id: code.toUpperCase(), name: titleOf(code, name), row: null, send: columnsOf }];
  },
};
