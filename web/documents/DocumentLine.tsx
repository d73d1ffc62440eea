import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import type { FleetDocument } from '../data/documents/documents.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { localeOf } from '../i18n/languages.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { plateInPairs } from '../../shared/chile/plate.ts';

/** Whether a document in force has expired or will within 30 days. */
export function isDue({ state, verified_at: verified }: FleetDocument): boolean {
  return state !== 'valid' && verified !== null;
}

/** The name of a document and when it expires, in words. */
export function DocumentLine({ document }: { readonly document: FleetDocument }) {
  const t = useNamespace('ownDocuments');
  const { language } = useLanguage();
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeZone: 'UTC' });
  const day = format.format(new Date(document.expires_on));
  const { days_left: days } = document;
  const words = () => {
    if (document.verified_at === null) return { Icon: Clock, tone: 'text-ink-soft', text: t.waiting };
    if (days < 0) return { Icon: CircleAlert, tone: 'text-danger', text: t.expired(day) };
    if (days === 0) return { Icon: CircleAlert, tone: 'text-danger', text: t.today };
    if (isDue(document)) return { Icon: CircleAlert, tone: 'text-accent', text: t.left(days, day) };
    return { Icon: CircleCheck, tone: 'text-success', text: t.valid(day) };
  };
  const { Icon, tone, text } = words();
  return (
    <>
      <p className="text-lead leading-snug font-semibold [overflow-wrap:anywhere]">
        {document.owner === 'vehicle'
          ? `${document.kind} · ${plateInPairs(document.owner_name)}`
          : document.kind}
      </p>
      <p className={`mt-1 flex items-start gap-2 font-medium text-balance ${tone}`}>
        <Icon size={22} className="mt-0.5 shrink-0" aria-hidden="true" />
        {text}
      </p>
    </>
  );
}
