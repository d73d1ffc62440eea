import { Clock, MapPin, Ticket, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Fee, Place } from '../../shared/content/content.ts';
import { formatPesos } from '../../shared/content/pesos.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { Text } from '../i18n/Text.tsx';
import { classes } from '../ui/classes.ts';

export interface PlaceFactsProps {
  readonly place: Place;
  /** Readable from the back seat, the fee largest: it decides. */
  readonly large?: boolean;
  readonly className: string;
}

/** When a place is open, and its fee or its address. */
export function PlaceFacts({ place: { hours, fee, address }, large = false, className }: PlaceFactsProps) {
  const { places: t } = useNamespace('panels');
  return (
    <dl className={className}>
      <Detail icon={Clock} label={t.hours} large={large}>
        <Text words={hours} />
      </Detail>
      {address === undefined ? (
        <Detail icon={Ticket} label={t.fee} large={large} isHeadline={large}>
          {describeFee(fee, t)}
        </Detail>
      ) : (
        <Detail icon={MapPin} label={t.address} large={large}>
          {address}
        </Detail>
      )}
    </dl>
  );
}

interface DetailProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly large: boolean;
  readonly isHeadline?: boolean;
  readonly children: ReactNode;
}

function Detail({ icon: Icon, label, large, isHeadline = false, children }: DetailProps) {
  return (
    <div className={large ? 'flex items-center gap-4' : 'flex items-start gap-2.5'}>
      <dt>
        <Icon
          size={large ? 32 : 20}
          className={classes('text-accent', !large && 'mt-px')}
          aria-hidden="true"
        />
        <span className="sr-only">{label}</span>
      </dt>
      <dd className={classes('min-w-0', isHeadline ? 'headline text-figure leading-tight' : 'font-medium')}>
        {children}
      </dd>
    </div>
  );
}

/** The entrance fee in words; a place without one is free. */
function describeFee(
  fee: Fee = { kind: 'free' },
  t: ReturnType<typeof useNamespace<'panels'>>['places'],
): string {
  if (fee.kind === 'fixed') return formatPesos(fee.pesos);
  if (fee.kind === 'perRide') return t.perLiftRide(formatPesos(fee.lowest), formatPesos(fee.highest));
  return t[fee.kind];
}
