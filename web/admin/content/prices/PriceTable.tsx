import { CalendarPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Price, Route } from '../../../../shared/content/content.ts';
import type { ContentPath } from '../../../../shared/content/changes.ts';
import { formatPesos } from '../../../../shared/content/pesos.ts';
import { priceEntryOn } from '../../../../shared/content/prices.ts';
import { useNamespace } from '../../../i18n/namespaces.ts';
import { classes } from '../../../ui/classes.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { useChileanClock } from '../../../util/time/useChileanDay.ts';
import { writeAt, shapeAt } from '../model/tree.ts';
import { useField } from '../editor/useField.ts';
import { useDraftContent, useStudio } from '../studio.ts';
import { NumberField } from '../editor/NumberField.tsx';
import { RemoveButton } from '../editor/ItemButtons.tsx';
import { TextControl, type TextControlProps } from '../editor/TextControl.tsx';
import type { ContentMessages } from '../names.ts';
import { usePublished } from '../publish/useReleases.ts';
import { isPublished, movedTo, planChange, priceState, type PriceState } from './priceTable.ts';
import { SmallButton } from '../../parts/SmallButton.tsx';

/** The prices of all routes, edited in place. */
export function PriceTable() {
  const t = useNamespace('studio');
  const content = useDraftContent();
  const headings = [
    { label: t.prices.route },
    { label: t.fields.pesos, width: 'w-[16%]' },
    { label: t.fields.night, width: 'w-[16%]' },
    { label: t.fields.validFrom, width: 'w-[21%]' },
    { label: t.fields.validUntil, width: 'w-[21%]' },
  ];
  if (content.routes.length === 0) return <EmptyState title={t.prices.empty} />;
  return (
    <div className="overflow-clip rounded-card border border-line bg-surface-raised">
      <table className="w-full table-fixed border-collapse max-md:block">
        <caption className="sr-only">{t.prices.caption}</caption>
        <thead className="max-md:hidden">
          <tr className="border-b-2 border-line text-left text-small text-ink-soft">
            {headings.map(({ label, width }) => (
              <th key={label} scope="col" className={classes('px-2 py-3 font-semibold first:pl-4', width)}>
                {label}
              </th>
            ))}
            <th scope="col" className="w-14">
              <span className="sr-only">{t.prices.remove}</span>
            </th>
          </tr>
        </thead>
        {content.routes.map((route) => (
          <RoutePrices key={route.id} route={route} />
        ))}
      </table>
    </div>
  );
}

function RoutePrices({ route }: { readonly route: Route }) {
  const t = useNamespace('studio');
  const { edit } = useStudio();
  const now = useChileanClock();
  const path = ['routes', route.id];
  const name = route.name.es || t.untitled;
  const plan = (
    <SmallButton
      variant="quiet"
      icon={CalendarPlus}
      className="-ml-4 text-left md:max-xl:-ml-2 md:max-xl:gap-2 md:max-xl:px-2"
      aria-label={t.prices.planOf(name)}
      onClick={() => edit((current) => writeAt(current, path, planChange(route, now)))}
    >
      {route.prices.length === 0 ? t.prices.first : t.prices.plan}
    </SmallButton>
  );
  const heading = (
    <th
      scope="rowgroup"
      rowSpan={Math.max(1, route.prices.length)}
      className="px-2 py-3 text-left align-top font-semibold max-md:col-span-2 max-md:block md:pl-4"
    >
      <p className="pt-2">{name}</p>
      {plan}
    </th>
  );
  return (
    <tbody className="border-b border-line last:border-b-0 max-md:block">
      {route.prices.length === 0 && (
        <tr className="max-md:grid max-md:grid-cols-2">
          {heading}
          <td colSpan={5} className="px-2 py-3 text-ink-soft max-md:col-span-2 max-md:block">
            {t.prices.none}
          </td>
        </tr>
      )}
      {route.prices.map((price, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- prices have no other identity
        <tr
          key={index}
          className={classes('align-top max-md:grid max-md:grid-cols-2', index > 0 && 'max-md:pt-2')}
        >
          {index === 0 && heading}
          <PriceCells route={route} price={price} index={index} now={now} name={name} />
        </tr>
      ))}
    </tbody>
  );
}

interface PriceCellsProps {
  readonly route: Route;
  readonly price: Price;
  readonly index: number;
  /** In Chile, as `2026-11-22T18:30`. */
  readonly now: string;
  readonly name: string;
}

function PriceCells({ route, price, index, now, name }: PriceCellsProps) {
  const t = useNamespace('studio');
  const path = ['routes', route.id, 'prices', index];
  return (
    <>
      {(['pesos', 'night', 'validFrom', 'validUntil'] as const).map((field) => (
        <PriceCell key={field} path={path} field={field} name={name}>
          {field === 'pesos' && <PriceStanding route={route} price={price} now={now} />}
        </PriceCell>
      ))}
      <td className="py-2 pr-2 max-md:col-span-2 max-md:block max-md:pl-3">
        <RemoveButton path={path} name={`${t.singular.prices} ${index + 1}, ${name}`} />
      </td>
    </>
  );
}

type PriceStandingProps = Pick<PriceCellsProps, 'route' | 'price' | 'now'>;

/** Whether a price is in force; of one that is not published, which price passengers read today. */
function PriceStanding({ route, price, now }: PriceStandingProps) {
  const t = useNamespace('studio').prices;
  const { data } = usePublished();
  const state = priceState(route, price, now);
  const published = data?.routes.find(({ id }) => id === route.id);
  const isDraft = state !== 'over' && !isPublished(price, state, published, now);
  if (!data) return null;
  const tone = state === 'current' ? 'text-success' : 'text-ink-soft';
  return (
    <span
      className={classes('block pt-1 text-tag leading-snug font-semibold', isDraft ? 'text-accent' : tone)}
    >
      {isDraft ? describeDraft(state, published && priceEntryOn(published, now), t) : t.states[state]}
    </span>
  );
}

/** @param ruling the price that passengers read */
function describeDraft(
  state: PriceState,
  ruling: Price | null | undefined,
  { drafts: t }: ContentMessages['prices'],
): string {
  if (state === 'planned') return t.planned;
  if (!ruling) return t.current(t.none);
  const { pesos, night } = ruling;
  const shown = [formatPesos(pesos), night !== undefined && t.night(formatPesos(night))];
  return t.current(shown.filter(Boolean).join(', '));
}

interface PriceCellProps {
  readonly path: ContentPath;
  readonly field: 'validFrom' | 'validUntil' | 'pesos' | 'night';
  /** The route's name. */
  readonly name: string;
  readonly children?: ReactNode;
}

/** A figure or a day of a price. Its heading stands above the table, on phones above the field. */
function PriceCell({ path, field, name, children }: PriceCellProps) {
  const t = useNamespace('studio');
  const content = useDraftContent();
  const own = [...path, field];
  const shape = shapeAt(content, own)!;
  const { value, write, error, key } = useField<string | number | undefined>(own, shape);
  const label = `${t.fields[field]}, ${name}`;
  const isDate = shape.kind === 'moment' || shape.kind === 'end';
  return (
    <td className="px-2 py-2 max-md:block md:max-lg:px-1">
      <span aria-hidden="true" className="text-small text-ink-soft md:hidden">
        {t.fields[field]}
      </span>
      {typeof value !== 'number' && isDate ? (
        <div className="flex flex-col gap-1.5">
          <MomentFields
            isBare
            label={label}
            timeLabel={`${t.fields.timeOfDay}, ${label}`}
            value={value}
            isEnd={shape.kind === 'end'}
            error={error}
            field={key}
            onChange={write}
          />
        </div>
      ) : (
        <NumberField
          isBare
          isMoney
          label={label}
          value={typeof value === 'number' ? value : undefined}
          optional={field === 'night'}
          error={error}
          field={key}
          onChange={write}
        />
      )}
      {children}
      {isDate && error && <p className="text-small font-medium text-danger">{error}</p>}
    </td>
  );
}

interface MomentFieldsProps extends Pick<TextControlProps, 'label' | 'hint' | 'error' | 'field' | 'isBare'> {
  readonly timeLabel: string;
  readonly value: string | undefined;
  readonly isEnd?: boolean;
  readonly onChange: (value: string | undefined) => void;
}

/** A day, and behind it the hour at which a price begins or ends, by the clock in Chile; without one the day is whole. */
export function MomentFields({ timeLabel, value, isEnd, onChange, ...own }: MomentFieldsProps) {
  const [day = '', time = ''] = value?.split('T') ?? [];
  return (
    <>
      <TextControl
        {...own}
        type="date"
        max={10}
        value={day}
        onChange={(next) => onChange(movedTo(value, { day: next }, isEnd))}
      />
      {day !== '' && (
        <TextControl
          {...own}
          type="time"
          max={5}
          label={timeLabel}
          hint={undefined}
          field={`${own.field}/time`}
          value={time}
          onChange={(next) => onChange(movedTo(value, { time: next }, isEnd))}
        />
      )}
    </>
  );
}
