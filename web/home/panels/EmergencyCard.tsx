import { LocateFixed } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Driver } from '../../data/drivers/drivers.ts';
import EmergencyNumbers from '../../components/EmergencyNumbers.tsx';
import { useCompany } from '../../content/ContentProvider.tsx';
import { useNamespace, useSpanishNamespace } from '../../i18n/namespaces.ts';
import { useLanguage } from '../../i18n/LanguageProvider.tsx';
import { languageNames, type Language } from '../../i18n/languages.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { usePosition, type Position } from './usePosition.ts';

interface EmergencyCardProps {
  readonly driver: Driver;
  /** The title stands above the card. */
  readonly hideTitle?: boolean;
  /** Stands beside the button that adds the position. */
  readonly children?: ReactNode;
}

function findLabel(words: Words, state: Position['state']): string {
  if (state === 'locating') return words.locating;
  return state === 'found' ? words.updatePosition : words.addPosition;
}

/** The three emergency numbers and a text to read out: in Spanish, and beside it in the passenger's language. */
export function EmergencyCard({ driver, hideTitle, children }: EmergencyCardProps) {
  const words = useNamespace('emergency');
  const spanish = useSpanishNamespace('emergency');
  const { language } = useLanguage();
  const { name: company } = useCompany();
  const { position, find } = usePosition();
  const compose = (texts: Words, written: Language) =>
    sentencesFor(texts, { company, driver, position, written, spoken: language });
  return (
    <section aria-labelledby="emergency-title">
      <h3 id="emergency-title" className={hideTitle ? 'sr-only' : 'mb-3 headline text-lead'}>
        {words.title}
      </h3>
      <EmergencyNumbers />
      <h4 className="mt-5 font-semibold tablet:landscape:mt-2">{words.readAloud}</h4>
      <div className="mt-2.5 grid gap-2.5">
        <div className="rounded-card bg-night p-5 text-snow tablet:landscape:py-3">
          {language !== 'es' && <p className="text-small text-haze">{languageNames.es}</p>}
          <p
            lang="es"
            className="text-lead leading-normal font-semibold tablet:leading-snug tablet:portrait:text-title"
          >
            {compose(spanish, 'es')}
          </p>
        </div>
        {language !== 'es' && (
          <div className="rounded-card border border-line p-5 tablet:landscape:py-3">
            <p className="text-small text-ink-soft">{languageNames[language]}</p>
            <p>{compose(words, language)}</p>
          </div>
        )}
      </div>
      <div className="mt-3 flex flex-wrap gap-3 tablet:landscape:mt-2">
        {(position.state === 'refused' || position.state === 'unavailable') && (
          <Notice tone="info" className="basis-full">
            {words[position.state]}
          </Notice>
        )}
        <Button
          variant="secondary"
          busy={position.state === 'locating'}
          icon={<LocateFixed size={24} aria-hidden="true" />}
          onClick={find}
          className="min-w-[min(18rem,100%)] flex-1"
        >
          {findLabel(words, position.state)}
        </Button>
        {children}
      </div>
    </section>
  );
}

type Words = ReturnType<typeof useSpanishNamespace<'emergency'>>;

interface Emergency {
  readonly company: string;
  readonly driver: Driver;
  readonly position: Position;
  /** The language of the text. */
  readonly written: Language;
  /** The passenger's language. */
  readonly spoken: Language;
}

/** The text for the operator: the vehicle, the position, and the passenger's language unless it is Spanish. */
function sentencesFor(words: Words, { company, driver, position, written, spoken }: Emergency): string {
  // Neither is broken at the end of a line.
  const plate = driver.license_plate && plateInPairs(driver.license_plate).replaceAll('·', '\u00a0');
  const code = driver.driver_code.replaceAll('-', '\u2011');
  const parts = [plate ? words.sentence(company, plate, code) : words.sentenceWithoutPlate(company, code)];
  if (position.state === 'found')
    parts.push(words.position(position.latitude, position.longitude, position.metres));
  else if (position.state === 'refused' || position.state === 'unavailable') parts.push(words.noPosition);
  if (spoken !== 'es')
    parts.push(words.speaks(new Intl.DisplayNames(written, { type: 'language' }).of(spoken) ?? spoken));
  return parts.join(' ');
}
