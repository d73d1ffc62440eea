import type { Route } from '../../../shared/content/content.ts';
import type { Language } from '../../../shared/languages.ts';
import { chatUrl } from '../../content/links.ts';
import { formatPesos } from '../../../shared/content/pesos.ts';
import { loadNamespace, useNamespace } from '../../i18n/namespaces.ts';
import { formatIn } from '../parts/useFormat.ts';
import { CopyButton } from '../parts/CopyButton.tsx';
import { ChatLink } from '../parts/ChatLink.tsx';
import { ReplyFields, TemplateField } from '../tickets/ReplyFields.tsx';
import { useReplyTexts } from '../tickets/useReplyTexts.ts';
import type { ListedBooking } from './bookingStore.ts';
import type { Findings } from './useFindings.ts';

/** The replies, in the order in which they are offered. */
const replyIds = ['confirm', 'price', 'impossible'] as const;
type ReplyId = (typeof replyIds)[number];

const maxReplyCharacters = 1_000;

interface ReplySource {
  readonly row: ListedBooking;
  readonly routes: readonly Route[];
  /** The price that holds now, in pesos; null where none does. */
  readonly present: number | null;
}

/** A reply in the words of a language. */
async function replyIn(
  language: Language,
  id: ReplyId,
  { row, routes, present }: ReplySource,
): Promise<string> {
  const { bookings: t } = await loadNamespace('replies', language);
  const { booking, driver, vehicle } = row;
  const route = routes.find((each) => each.id === booking.route)?.name;
  const routeName = route && (language === 'es' ? route.es : (route[language]?.text ?? route.es));
  const place = [routeName, booking.address].filter(Boolean).join(', ');
  const way = t.ways[booking.direction](place);
  const price = (pesos: number | null) => (pesos === null ? t.inquire : formatPesos(pesos));
  const text = t.templates[id](
    formatIn(language).plainLongWeekday(booking.date),
    booking.time,
    way,
    price(present),
  );
  const details = [
    t.replyPrice(price(booking.pesos ?? present)),
    driver && t.replyDriver(driver.name),
    vehicle && t.replyPlate(vehicle.name),
    t.goodbye,
  ];
  return [booking.name ? t.hello(booking.name) : t.helloNameless, text, ...(id === 'confirm' ? details : [])]
    .filter(Boolean)
    .join(' ');
}

interface BookingReplyProps {
  readonly row: ListedBooking;
  readonly findings: Findings;
}

/** The reply in the passenger's language, with the Spanish beside it, to copy or to send by WhatsApp. */
export function BookingReply({ row, findings }: BookingReplyProps) {
  const t = useNamespace('bookings');
  const { copyFailed } = useNamespace('admin');
  const texts = useReplyTexts(row.booking.language);
  const source = { row, routes: findings.routes, present: findings.of(row).price.present };
  return (
    <div className="flex flex-col gap-3">
      <TemplateField
        label={t.reply}
        prompt={t.chooseTemplate}
        ids={replyIds}
        names={t.replies}
        onChoose={(id) => texts.fill((language) => replyIn(language, id, source))}
      />
      {texts.reply !== '' && (
        <>
          <ReplyFields texts={texts} words={t} maxLength={maxReplyCharacters} />
          <div className="flex flex-wrap gap-3">
            {/* Another text has not been copied. */}
            <CopyButton key={texts.reply} text={texts.reply} words={t} otherwise={copyFailed} />
            {row.phone !== null && (
              <ChatLink href={chatUrl(row.phone.replace('+', ''), texts.reply)}>{t.whatsapp}</ChatLink>
            )}
          </div>
        </>
      )}
    </div>
  );
}
