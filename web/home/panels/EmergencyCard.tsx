import { Ambulance, Flame, LocateFixed, Shield, type LucideIcon } from 'lucide-react';
import { emergencyNumbers } from '../../content/emergency.ts';
import { useArea, useSpanishArea } from '../../i18n/areas.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { languageNames, type Language } from '../../i18n/languages.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { plateInPairs } from '../../ui/plateInPairs.ts';
import { usePosition, type Position } from './usePosition.ts';

const icons: Record<(typeof emergencyNumbers)[number]['service'], LucideIcon> = {
  ambulance: Ambulance,
  fire: Flame,
  police: Shield,
};

export interface EmergencyCardProps {
  /** As stored, for example BBBB12. */
  readonly plate: string;
  readonly driverCode: string;
}

/** The three emergency numbers and a text to read out: in Spanish, and beside it in the passenger's language. */
export function EmergencyCard(props: EmergencyCardProps) {
  const words = useArea('emergency');
  const spanish = useSpanishArea('emergency');
  const { language } = useLanguage();
  const { position, find } = usePosition();
  return (
    <section aria-labelledby="emergency-title">
      <h3 id="emergency-title" className="headline text-lead">
        {words.title}
      </h3>
      <ul className="mt-3 grid gap-2.5 sm:grid-cols-3">
        {emergencyNumbers.map(({ service, number }) => (
          <li key={service}>
            <NumberLink icon={icons[service]} number={number} name={words.numbers[service]} />
          </li>
        ))}
      </ul>
      <h4 className="mt-5 font-semibold">{words.readAloud}</h4>
      <div className="mt-2.5 grid gap-2.5">
        <div className="rounded-card bg-night p-5 text-snow">
          {language !== 'es' && <p className="text-small text-haze">{languageNames.es}</p>}
          <p lang="es" className="text-lead leading-normal font-semibold">
            {compose(spanish, props, position, 'es', language)}
          </p>
        </div>
        {language !== 'es' && (
          <div className="rounded-card border border-line p-5">
            <p className="text-small text-ink-soft">{languageNames[language]}</p>
            <p>{compose(words, props, position, language, language)}</p>
          </div>
        )}
      </div>
      <div className="mt-3">
        {(position.state === 'refused' || position.state === 'unavailable') && (
          <Notice tone="info" className="mb-3">
            {words[position.state]}
          </Notice>
        )}
        <Button
          variant="secondary"
          busy={position.state === 'locating'}
          icon={<LocateFixed size={24} aria-hidden="true" />}
          onClick={find}
          className="w-full"
        >
          {position.state === 'locating' && words.locating}
          {position.state === 'found' && words.updatePosition}
          {position.state !== 'locating' && position.state !== 'found' && words.addPosition}
        </Button>
      </div>
    </section>
  );
}

interface NumberLinkProps {
  readonly icon: LucideIcon;
  readonly number: string;
  readonly name: string;
}

function NumberLink({ icon: Icon, number, name }: NumberLinkProps) {
  return (
    <a
      href={`tel:${number}`}
      className="flex min-h-18 items-center gap-3 rounded-control bg-signal px-4 py-2.5 text-white transition-colors hover:bg-signal-deep"
    >
      <Icon size={28} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
      <span className="flex min-w-0 flex-1 flex-row-reverse items-center justify-between gap-x-3 sm:flex-col sm:items-start">
        <span className="headline text-[1.75rem] leading-none">{number}</span>
        <span className="min-w-0 text-small leading-snug font-semibold hyphens-auto">{name}</span>
      </span>
    </a>
  );
}

type Words = ReturnType<typeof useSpanishArea<'emergency'>>;

/** The text for the operator: the car, the position, and the passenger's language unless it is Spanish. */
function compose(
  words: Words,
  { plate, driverCode }: EmergencyCardProps,
  position: Position,
  written: Language,
  spoken: Language,
): string {
  const parts = [words.sentence(plateInPairs(plate).replaceAll('·', '\u00a0'), driverCode)];
  if (position.state === 'found')
    parts.push(words.position(position.latitude, position.longitude, position.metres));
  else if (position.state === 'refused' || position.state === 'unavailable') parts.push(words.noPosition);
  if (spoken !== 'es')
    parts.push(words.speaks(new Intl.DisplayNames(written, { type: 'language' }).of(spoken) ?? spoken));
  return parts.join(' ');
}
