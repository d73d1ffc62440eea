import { Copy, MessageCircle } from 'lucide-react';
import { useState } from 'react';
import type { Route } from '../../../shared/content/content.ts';
import { localeOf, type Language } from '../../../shared/languages.ts';
import { chatUrl } from '../../content/links.ts';
import { formatPesos } from '../../content/pesos.ts';
import { SelectField } from '../../forms/SelectField.tsx';
import { useAction } from '../../forms/useAction.ts';
import { languageNames } from '../../i18n/languages.ts';
import { loadNamespace, useNamespace } from '../../i18n/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { linkClass, linkVariants } from '../../ui/linkLook.ts';
import { ReplyFields } from '../conversation/ReplyFields.tsx';
import type { ListedBooking } from './bookingStore.ts';
import type { Findings } from './useFindings.ts';

/** The replies, in the order in which they are offered. */
const replyIds = ['confirm', 'price', 'impossible'] as const;
type ReplyId = (typeof replyIds)[number];

const maxReplyCharacters = 1_000;

/** The day of a trip in a sentence of a language. */
function dayIn(language: Language, day: string): string {
  const format = new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return format.format(new Date(day));
}

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
  const t = await loadNamespace('bookings', language);
  const { booking, driver, vehicle } = row;
  const route = routes.find((each) => each.id === booking.route)?.name;
  const routeName = route && (language === 'es' ? route.es : (route[language]?.text ?? route.es));
  const place = [routeName, booking.address].filter(Boolean).join(', ');
  const way = t.ways[booking.direction](place);
  const price = (pesos: number | null) => (pesos === null ? t.inquire.toLowerCase() : formatPesos(pesos));
  const text = t.replies[id].text(dayIn(language, booking.date), booking.time, way, price(present));
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
  const { language } = row.booking;
  const [reply, setReply] = useState('');
  const [spanish, setSpanish] = useState('');
  const source = { row, routes: findings.routes, present: findings.of(row).price.present };
  const fill = async (id: ReplyId) => {
    const texts = await Promise.all([replyIn(language, id, source), replyIn('es', id, source)]);
    setReply(texts[0]);
    setSpanish(texts[1]);
  };
  const templates = replyIds.map((id) => ({ value: id, label: t.replies[id].name }));
  return (
    <div className="flex flex-col gap-3">
      <SelectField
        label={t.reply}
        value=""
        options={[{ value: '', label: t.chooseTemplate }, ...templates]}
        onChange={(id) => {
          const chosen = replyIds.find((each) => each === id);
          if (chosen) void fill(chosen);
        }}
      />
      {reply !== '' && (
        <>
          <ReplyFields
            language={language}
            label={t.replyIn(languageNames[language])}
            spanishLabel={t.inSpanish}
            maxLength={maxReplyCharacters}
            reply={reply}
            onReply={setReply}
            spanish={spanish}
            onSpanish={setSpanish}
          />
          <SendButtons reply={reply} phone={row.phone} />
        </>
      )}
    </div>
  );
}

function SendButtons({ reply, phone }: { readonly reply: string; readonly phone: string | null }) {
  const t = useNamespace('bookings');
  const copying = useAction(() => navigator.clipboard.writeText(reply));
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        size="compact"
        variant="secondary"
        icon={<Copy size={20} />}
        busy={copying.busy}
        onClick={() => copying.run()}
      >
        {copying.done ? t.copied : t.copy}
      </Button>
      {phone !== null && (
        <a
          href={chatUrl(phone.replace('+', ''), reply)}
          target="_blank"
          rel="noopener noreferrer"
          className={classes(linkClass, linkVariants.secondary)}
        >
          <MessageCircle size={22} className="shrink-0" aria-hidden="true" />
          {t.whatsapp}
        </a>
      )}
    </div>
  );
}
