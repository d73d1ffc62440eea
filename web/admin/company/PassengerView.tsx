import { Suspense, use } from 'react';
import { CompanyName } from '../../components/CompanyName.tsx';
import { FactList } from '../../components/PriceFacts.tsx';
import type { Company } from '../../../shared/content/content.ts';
import { taglineOf } from '../../../shared/content/fares.ts';
import { textIn } from '../../../shared/content/text.ts';
import { ShownRelease, useRelease } from '../../content/ContentProvider.tsx';
import { useNamespace, useNamespaceIn } from '../../i18n/namespaces.ts';
import { languageNames, type Language } from '../../i18n/languages.ts';
import { TargetLanguage, useDraftContent } from '../content/studio.ts';

/** The header and the facts below the prices as passengers will see them, in Spanish and in the language chosen. */
export function PassengerView() {
  const t = useNamespace('studio').company;
  const content = useDraftContent();
  const { release } = useRelease();
  const language = use(TargetLanguage);
  return (
    <section
      aria-label={t.passengerView}
      className="flex flex-col gap-4 rounded-card border border-line bg-surface-raised p-4 sm:p-5 lg:sticky lg:top-4"
    >
      <h3 className="headline text-lead">{t.passengerView}</h3>
      <ShownRelease release={{ ...release, content }}>
        <div className="rounded-control bg-night px-4 py-3 text-snow">
          <p className="headline text-lead leading-tight [overflow-wrap:anywhere]">
            <CompanyName />
          </p>
          <p lang="es" className="mt-0.5 text-tag text-haze">
            {taglineOf(content.company).es}
          </p>
        </div>
      </ShownRelease>
      <Suspense>
        {(['es', language] as const).map((each) => (
          <Facts key={each} company={content.company} language={each} />
        ))}
      </Suspense>
    </section>
  );
}

interface FactsProps {
  readonly company: Company;
  readonly language: Language;
}

function Facts({ company, language }: FactsProps) {
  const { noFacts } = useNamespace('studio').company;
  const { facts } = useNamespaceIn('panels', language).info;
  return (
    <div>
      <p className="text-small font-semibold text-ink-soft">
        {language === 'es'
          ? languageNames[language]
          : `${languageNames[language]}: ${textIn(taglineOf(company), language).text}`}
      </p>
      <div lang={language} className="peer">
        <FactList company={company} messages={facts} language={language} className="text-small" />
      </div>
      <p className="hidden text-small text-ink-soft peer-empty:block">{noFacts}</p>
    </div>
  );
}
