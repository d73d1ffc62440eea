import { languages } from '../../../shared/languages.ts';
import { chatUrl, whatsappDigits } from '../../content/links.ts';
import type { Headrest } from '../../data/cards/printedCards.ts';
import { guideUrl, helpUrl, rateUrl, verifyUrl } from '../../data/publicAddress.ts';
import type { cards } from '../../i18n/es/cards.ts';
import type { Language } from '../../i18n/languages.ts';
import { useNamespaceIn } from '../../i18n/namespaces.ts';
import { PaperCode } from './PaperCode.tsx';

type CodeName = keyof (typeof cards)['codes'];

/** The codes of a headrest card; without a WhatsApp number the last one is left out. */
function useCodes({ details: { code, company } }: Headrest): readonly (readonly [CodeName, string])[] {
  const { message } = useNamespaceIn('cards', 'es');
  const digits = whatsappDigits(company);
  return [
    ['verify', verifyUrl(code)],
    ['rate', rateUrl(code)],
    ['guide', guideUrl()],
    ['help', helpUrl(code)],
    ...(digits === '' ? [] : [['whatsapp', chatUrl(digits, message)] as const]),
  ];
}

/** A card for the back of the headrest: codes for passengers, each in five languages. It needs no tablet. */
export function HeadrestCard({ card }: { readonly card: Headrest }) {
  const t = useNamespaceIn('cards', 'es');
  const codes = useCodes(card);
  return (
    <article className="paper-card headrest">
      <header className="flex items-baseline justify-between gap-6">
        <span className="paper-name" style={{ fontSize: '7mm' }}>
          {card.details.company.name}
        </span>
        <span lang="es" className="shrink-0">
          {t.welcome}
        </span>
      </header>
      {codes.map(([name, address]) => (
        <div key={name} className="headrest-row">
          <PaperCode value={address} title={t.codes[name]} />
          <div>
            {languages.map((language) => (
              <CodeLabel key={language} name={name} language={language} />
            ))}
          </div>
        </div>
      ))}
    </article>
  );
}

/** Says what a code opens, in one language; Spanish first and larger. */
function CodeLabel({ name, language }: { readonly name: CodeName; readonly language: Language }) {
  const { codes } = useNamespaceIn('cards', language);
  return (
    <p lang={language} className={language === 'es' ? 'paper-name' : undefined} style={{ fontSize: '4.6mm' }}>
      {codes[name]}
    </p>
  );
}
