import { useNamespace } from '../../i18n/namespaces.ts';
import { useChileanDay } from '../../util/time/useChileanDay.ts';
import { Notice, type NoticeProps } from '../../ui/Notice.tsx';
import { useFormat } from '../parts/useFormat.ts';
import type { ListedBooking } from './bookingStore.ts';
import type { PriceCheck } from './priceCheck.ts';
import type { Findings } from './useFindings.ts';
import { useBookingWords } from './wording.ts';

interface FindingProps {
  readonly row: ListedBooking;
  readonly findings: Findings;
}

/** Everything to check about a booking, in sentences. */
export function FindingNotices({ row, findings }: FindingProps) {
  const t = useNamespace('bookings');
  const { count, plainDay } = useFormat();
  const words = useBookingWords(findings.routes);
  const { conflicts, expired, price } = findings.of(row);
  const today = useChileanDay();
  return (
    <div className="flex flex-col gap-2">
      {row.changed && <Notice tone="info">{t.changedText}</Notice>}
      {row.differs.length > 0 && <Notice tone="error">{t.editedText}</Notice>}
      {conflicts.map(({ by, other, gapMinutes, neededMinutes }) => (
        <Notice key={other.id} tone="error">
          {t.conflict[by](
            words.name(other.booking),
            other.booking.time,
            count(gapMinutes),
            count(neededMinutes),
          )}
        </Notice>
      ))}
      {expired.map(({ id, name, inForceUntil }) => (
        <Notice key={id} tone="error">
          {inForceUntil
            ? (inForceUntil < today ? t.expired : t.outOfForce)(name, plainDay(inForceUntil))
            : t.lacking(name)}
        </Notice>
      ))}
      <PriceNotice check={price} release={row.booking.release} findings={findings} />
    </div>
  );
}

const tones: Readonly<Record<PriceCheck['verdict'], NoticeProps['tone']>> = {
  same: 'success',
  changed: 'info',
  disputed: 'error',
  unquoted: 'info',
  unchecked: 'info',
};

interface PriceProps extends Pick<FindingProps, 'findings'> {
  readonly check: PriceCheck;
  readonly release: number;
}

/** The quoted price beside the one of its release and the one that holds now. */
function PriceNotice({ check: { verdict, quoted, released, present }, release, findings }: PriceProps) {
  const t = useNamespace('bookings');
  const { count } = useFormat();
  const words = useBookingWords(findings.routes);
  const sentences = [
    quoted === null ? t.priceUnquoted : t.quoted(words.price(quoted)),
    verdict === 'disputed' &&
      (released === null
        ? t.priceDisputedNone(count(release))
        : t.priceDisputed(count(release), words.price(released))),
    verdict === 'unchecked' && t.priceUnchecked(count(release)),
    verdict === 'same' && t.priceSame,
    verdict !== 'same' && (present === null ? t.priceNone : t.priceNow(words.price(present))),
  ];
  return <Notice tone={tones[verdict]}>{sentences.filter(Boolean).join(' ')}</Notice>;
}
