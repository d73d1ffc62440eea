import { Ambulance, Flame, Shield, type LucideIcon } from 'lucide-react';
import { useNamespace } from '../i18n/namespaces.ts';

/** The emergency numbers of Chile: SAMU, Bomberos and Carabineros. */
const emergencyNumbers = [
  { service: 'ambulance', number: '131', icon: Ambulance },
  { service: 'fire', number: '132', icon: Flame },
  { service: 'police', number: '133', icon: Shield },
] as const;

/** Calls each of them. */
export default function EmergencyNumbers() {
  const { numbers } = useNamespace('emergency');
  return (
    <ul className="grid gap-2.5 sm:grid-cols-3">
      {emergencyNumbers.map(({ service, ...rest }) => (
        <li key={service}>
          <NumberLink {...rest} name={numbers[service]} />
        </li>
      ))}
    </ul>
  );
}

function NumberLink({ icon: Icon, number, name }: { icon: LucideIcon; number: string; name: string }) {
  return (
    <a
      href={`tel:${number}`}
      className="flex h-full min-h-18 items-center gap-3 rounded-control bg-signal px-4 py-2.5 text-white transition-colors hover:bg-signal-deep tablet:min-h-24 tablet:gap-2 tablet:px-3 tablet:py-2 tablet:portrait:min-h-36 low:min-h-16"
    >
      <Icon size={28} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
      <span className="flex min-w-0 flex-1 flex-row-reverse flex-wrap items-center justify-between gap-x-3 sm:flex-nowrap sm:flex-col sm:items-start">
        <span className="headline text-[1.75rem] leading-none tablet:text-[2.25rem] tablet:portrait:text-[3rem]">
          {number}
        </span>
        <span className="max-w-full min-w-0 text-small leading-snug font-semibold wrap-anywhere hyphens-auto tablet:leading-tight">
          {name}
        </span>
      </span>
    </a>
  );
}
