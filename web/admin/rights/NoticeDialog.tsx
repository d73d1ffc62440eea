import { Copy, Printer } from 'lucide-react';
import { useState } from 'react';
import { displayPhone } from '../../../shared/chile/phone-reading.ts';
import type { Content } from '../../../shared/content/content.ts';
import { staffLanguages, type StaffLanguage } from '../../../shared/staff-languages.ts';
import { useCompany } from '../../content/ContentProvider.tsx';
import { whatsappDigits } from '../../content/links.ts';
import type { Breach } from '../../data/company/breaches.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useAction } from '../../forms/useAction.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { languageNames } from '../../i18n/languages.ts';
import { useNamespace, useNamespaceIn } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { printText } from '../../util/printText.ts';
import type { SectionProps } from '../parts/section.ts';
import { formatIn } from '../parts/useFormat.ts';
import { agencyNotice, peopleNotice, type BreachFacts } from './notices.ts';

interface NoticeDialogProps extends Pick<SectionProps, 'onDone'> {
  readonly breach: Breach;
  readonly onClose: () => void;
}

type Reader = 'agency' | StaffLanguage;

/** The notices of a breach, filled from its entry: to the Agency, and to the people in each language. */
export function NoticeDialog({ breach, onDone, onClose }: NoticeDialogProps) {
  const { breach: t } = useNamespace('rights');
  const { common } = useMessages();
  const [reader, setReader] = useState<Reader>('agency');
  const text = useNotice(breach, reader);
  const { copyFailed } = useNamespace('admin');
  const copying = useAction(
    async () => {
      await navigator.clipboard.writeText(text);
      onDone(t.copied);
    },
    { unknown: copyFailed },
  );
  const readers = [
    { value: 'agency' as const, label: t.toAgency },
    ...staffLanguages.map((each) => ({ value: each, label: `${t.toPeople} (${languageNames[each]})` })),
  ];
  return (
    <Dialog
      open
      title={t.notices}
      closeLabel={common.close}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button
            size="compact"
            variant="secondary"
            icon={<Printer size={20} />}
            onClick={() => printText(t.notices, text)}
          >
            {t.print}
          </Button>
          <Button size="compact" icon={<Copy size={20} />} busy={copying.busy} onClick={() => copying.run()}>
            {t.copy}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4">
        <SelectField label={t.notices} value={reader} options={readers} onChange={setReader} />
        {copying.errorText && <Notice tone="error">{copying.errorText}</Notice>}
        <p
          lang={reader === 'agency' ? 'es' : reader}
          className="rounded-card border border-line p-4 [overflow-wrap:anywhere] whitespace-pre-line"
        >
          {text}
        </p>
      </div>
    </Dialog>
  );
}

/** The first way to reach the company that it has given. */
function contactOf(company: Content['company']): string {
  const digits = whatsappDigits(company);
  return company.email || (digits && `WhatsApp ${displayPhone(`+${digits}`)}`) || company.phone;
}

/** The text for a reader. */
function useNotice(breach: Breach, reader: Reader): string {
  const language = reader === 'agency' ? 'es' : reader;
  const { breach: t, peopleNotice: messages } = useNamespaceIn('rights', language);
  const format = formatIn(language);
  const company = useCompany();
  const signature = {
    company: company.legalName || company.name,
    rut: company.rut,
    contact: contactOf(company),
  };
  const facts: BreachFacts = {
    happened: format.plainDay(breach.happened_on),
    known: format.day(breach.known_at),
    people: breach.people === null ? t.unknown : format.count(breach.people),
    consequences: breach.consequences ?? t.unknown,
    measures: breach.measures ?? t.unknown,
    told: breach.people_told_at === null ? t.notTold : t.told(format.day(breach.people_told_at)),
  };
  if (reader === 'agency') return agencyNotice(breach, facts, signature);
  return peopleNotice(messages, breach, facts, signature);
}
