import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { languages } from '../../shared/languages.ts';
import { whatsappUrl } from '../content/links.ts';
import { loadMessages } from '../i18n/loadMessages.ts';
import { content } from '../testing/sampleContent.ts';
import { expectQr } from '../testing/looks.ts';
import { renderIn } from '../testing/render.tsx';
import { BookingCard } from './BookingCard.tsx';

test.for(languages)(
  'WhatsApp is a code and a link, with a text in the language that names the driver code (%s)',
  async (language) => {
    const { home } = await loadMessages(language);
    await renderIn(
      language,
      <BookingCard
        url={whatsappUrl(content.company, home.bookingMessage('C-104'))!}
        onOpen={() => undefined}
      />,
    );
    const link = page
      .getByRole('link', { name: home.whatsappOpen, exact: false })
      .element() as HTMLAnchorElement;
    const { origin, pathname, searchParams } = new URL(link.href);
    expect(origin + pathname).toBe('https://wa.me/56912345678');
    expect(searchParams.get('text')).toBe(home.bookingMessage('C-104'));
    await expectQr(page.getByRole('img', { name: home.whatsappQr }), link.href);
  },
);
