import type { Company } from '../../shared/content/content.ts';
import { areReference } from '../../shared/content/fares.ts';
import { textIn } from '../../shared/content/text.ts';
import { useCompany } from '../content/ContentProvider.tsx';
import { whatsappDigits } from '../content/links.ts';
import type { info } from '../i18n/es/info.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import type { Language } from '../i18n/languages.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { classes } from '../ui/classes.ts';
import { formatList } from '../util/formatList.ts';

type FactMessages = (typeof info)['facts'];

function includedIn({ included }: Company, t: FactMessages): readonly string[] {
  if (!included) return [];
  const { tolls, parking, childSeat, waitMinutes, bags } = included;
  return [
    tolls && t.tolls,
    parking && t.parking,
    childSeat && t.childSeat,
    waitMinutes !== undefined && t.wait(waitMinutes),
    bags !== undefined && t.bags(bags),
  ].filter((each) => each !== false);
}

/** Empty where the company has no such address or number: nobody could ask there. */
function receiptLine(company: Company, t: FactMessages): string {
  const { receipt, email } = company;
  if (receipt === 'driver') return t.receipts.driver;
  if (receipt === 'email' && email !== '') return t.receipts.email(email);
  return receipt === 'whatsapp' && whatsappDigits(company) !== '' ? t.receipts.whatsapp : '';
}

export interface FactListProps {
  readonly company: Company;
  readonly messages: FactMessages;
  readonly language: Language;
  /** The class of the vehicle that the passenger sits in, where it is known. */
  readonly vehicleClass?: string | undefined;
  /** Colour, size and distance of the lines. */
  readonly className?: string | undefined;
}

/** The facts that need no words of the company's own, as sentences; none for a company that states none. */
function factLines({ company, messages: t, language, vehicleClass }: FactListProps): readonly string[] {
  const { nightHours: night, cards } = company;
  const included = includedIn(company, t);
  return [
    areReference(company, vehicleClass) ? t.reference : '',
    night && night.from !== night.to ? t.night(night.from, night.to) : '',
    included.length > 0 ? t.includes(formatList(included, language)) : '',
    cards === undefined ? '' : cards ? t.cards : t.noCards,
    receiptLine(company, t),
  ].filter((line) => line !== '');
}

/** The company's facts in a language; nothing without any. */
export function FactList(props: FactListProps) {
  const { company, language, className } = props;
  const lines = factLines(props);
  const own = company.included?.other;
  const other = own && textIn(own, language);
  if (lines.length === 0 && !other?.text) return null;
  return (
    <ul className={classes('price-facts', className)}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
      {other?.text && <li lang={other.language === language ? undefined : other.language}>{other.text}</li>}
    </ul>
  );
}

/** The company's facts behind all prices: whether they hold, night hours, what is included, cards, receipts. */
export function PriceFacts(props: Pick<FactListProps, 'className' | 'vehicleClass'>) {
  const { facts } = useNamespace('panels').info;
  const { language } = useLanguage();
  const company = useCompany();
  return <FactList company={company} messages={facts} language={language} {...props} />;
}
