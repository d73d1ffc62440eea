import { policySections, type PublishedPolicy } from '../../shared/content/policy.ts';
import { localeOf, type Language } from '../../shared/languages.ts';
import type { Policy } from '../../shared/content/content.ts';

export interface PolicySectionsProps {
  /** Which version this is, and of which day. */
  readonly edition: string;
  readonly sections: Policy['sections'];
}

/** The text of a privacy policy, in Spanish in every language: only that version is binding. */
function PolicySections({ edition, sections }: PolicySectionsProps) {
  return (
    <article lang="es" className="flex max-w-[68ch] flex-col gap-7">
      <p className="text-small text-ink-soft">{edition}</p>
      {sections.map((section) => (
        <Section key={section.title} {...section} />
      ))}
    </article>
  );
}

/** A day as 2026-12-01, in words. */
export function policyDay(day: string, language: Language): string {
  return new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(day),
  );
}

/** The text of a published privacy policy. */
export function PolicyText({ published }: { readonly published: PublishedPolicy }) {
  const { version, date } = published.policy;
  return (
    <PolicySections
      edition={`Versión ${version} · Última actualización: ${policyDay(date, 'es')}`}
      sections={policySections(published)}
    />
  );
}

function Section({ title, text, items }: Policy['sections'][number]) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="headline text-lead">{title}</h3>
      <p>{text}</p>
      {items.length > 0 && (
        <ul className="flex list-disc flex-col gap-1 pl-6 marker:text-accent">
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
