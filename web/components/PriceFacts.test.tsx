import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Company, Content } from '../../shared/content/content.ts';
import { languages, type Language } from '../i18n/languages.ts';
import { content } from '../testing/sampleContent.ts';
import { renderIn } from '../testing/render.tsx';
import { PriceFacts } from './PriceFacts.tsx';

const stated: Partial<Company> = {
  whatsappNumber: '+56987654321',
  nightHours: { from: '22:00', to: '06:00' },
  included: { tolls: true, parking: false, childSeat: false, bags: 2, other: { es: 'Agua sin costo' } },
  cards: true,
  receipt: 'whatsapp',
};

async function renderFacts(language: Language, facts: Partial<Company>): Promise<readonly string[]> {
  const published: Content = { ...content, company: { ...content.company, ...facts } };
  const { unmount } = await renderIn(
    language,
    <div>
      <PriceFacts />
    </div>,
    ['panels'],
    published,
  );
  onTestFinished(unmount);
  return page
    .getByRole('listitem')
    .elements()
    .map((line) => line.textContent ?? '');
}

test.for([
  [
    'es',
    'Tarifa nocturna de 22:00 a 06:00',
    'Incluye peajes y 2 maletas',
    'Acepta tarjetas',
    'Pide tu boleta por WhatsApp',
  ],
  [
    'en',
    'Night rate from 22:00 to 06:00',
    'Includes tolls and 2 suitcases',
    'Cards accepted',
    'Ask for your receipt on WhatsApp',
  ],
  [
    'pt',
    'Tarifa noturna das 22:00 às 06:00',
    'Inclui pedágios e 2 malas',
    'Aceita cartões',
    'Peça seu recibo pelo WhatsApp',
  ],
  [
    'fr',
    'Tarif de nuit de 22:00 à 06:00',
    'Compris\u00a0: péages et 2 valises',
    'Cartes acceptées',
    'Demandez votre reçu par WhatsApp',
  ],
  [
    'de',
    'Nachttarif von 22:00 bis 06:00 Uhr',
    'Inklusive: Maut und 2 Koffer',
    'Kartenzahlung möglich',
    'Beleg auf Anfrage per WhatsApp',
  ],
] as const)('in %s the facts are sentences of the language', async ([language, ...lines]) => {
  expect(await renderFacts(language, stated)).toEqual([...lines, 'Agua sin costo']);
  const own = page.getByText('Agua sin costo').element();
  expect(own.getAttribute('lang')).toBe(language === 'es' ? null : 'es');
});

test.for(languages)('a company that states nothing shows nothing in %s', async (language) => {
  expect(await renderFacts(language, {})).toEqual([]);
  expect(page.getByRole('list').elements()).toEqual([]);
});

test.for([
  [{ receipt: 'whatsapp', whatsappNumber: '' }],
  [{ receipt: 'email', email: '' }],
  [{ nightHours: { from: '22:00', to: '22:00' } }],
  [{ included: { tolls: false, parking: false, childSeat: false } }],
] as const)('of %j nothing is said: nobody could do it', async ([facts]) => {
  expect(await renderFacts('es', facts)).toEqual([]);
});

test('a single suitcase, and no cards, are said as such', async () => {
  const facts = { included: { tolls: false, parking: false, childSeat: false, bags: 1 }, cards: false };
  expect(await renderFacts('de', facts)).toEqual(['Inklusive: 1 Koffer', 'Keine Kartenzahlung']);
});
