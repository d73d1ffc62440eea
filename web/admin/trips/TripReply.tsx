import { Mail } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Route } from '../../../shared/content/content.ts';
import { formatPesos } from '../../../shared/content/pesos.ts';
import { plateInPairs } from '../../../shared/chile/plate.ts';
import { textIn } from '../../../shared/content/text.ts';
import type { Language } from '../../../shared/languages.ts';
import { chatUrl } from '../../content/links.ts';
import { mailUrl } from '../../content/mailUrl.ts';
import { useContent } from '../../content/ContentProvider.tsx';
import { tripPageUrl } from '../../data/publicAddress.ts';
import { renewTripLink, reviewsOfTrip, tripLink } from '../../data/trips/tripLinks.ts';
import { noteTripReply, type Trip } from '../../data/trips/trips.ts';
import { loadNamespace, useNamespace } from '../../i18n/namespaces.ts';
import { classes } from '../../ui/classes.ts';
import { linkVariants } from '../../ui/linkStyles.ts';
import { ChatLink, compactLinkClass } from '../parts/ChatLink.tsx';
import { CopyButton } from '../parts/CopyButton.tsx';
import { ChangeDialog } from '../parts/dialogs.tsx';
import { RecordCard } from '../parts/record/RecordPage.tsx';
import { SmallButton } from '../parts/SmallButton.tsx';
import { useChange } from '../parts/useChange.ts';
import { formatIn, useFormat } from '../parts/useFormat.ts';
import { ReplyFields, TemplateField } from '../tickets/ReplyFields.tsx';
import { useReplyTexts } from '../tickets/useReplyTexts.ts';
import { useOnDone } from '../parts/section.ts';
import { useTripData, type TripProps } from './TripChanges.tsx';
import { joined } from './tripWords.ts';

/** The replies, in the order in which they are offered. */
const replyIds = ['confirm', 'price', 'impossible', 'cancelled'] as const;

type ReplyId = (typeof replyIds)[number];

const maxReplyCharacters = 1_000;

async function replyIn(
  language: Language,
  id: ReplyId,
  trip: Trip,
  routes: readonly Route[],
  secret: string | null,
): Promise<string> {
  const { trips: t } = await loadNamespace('replies', language);
  const { direction, from_text: from, to_text: to } = trip;
  const route = routes.find((each) => each.id === trip.route)?.name;
  const place = joined([route && textIn(route, language).text, direction === 'to' ? from : to], ', ');
  const other = from && to ? t.ways.between(from, to) : (from ?? to ?? '');
  const way = direction === 'other' ? other : t.ways[direction](place);
  const price = trip.pesos === null ? t.inquire : formatPesos(trip.pesos);
  const clock = trip.clock ?? '';
  const day = trip.day === null ? '' : formatIn(language).plainLongWeekday(trip.day);
  const details = [
    trip.landing_clock !== null && t.replyLanding(trip.landing_clock, clock),
    t.replyPrice(price),
    trip.driver_name !== null && t.replyDriver(trip.driver_name),
    trip.license_plate !== null && t.replyPlate(plateInPairs(trip.license_plate)),
    t.goodbye,
  ];
  const hello = trip.name ? t.hello(trip.name) : t.helloNameless;
  const said = t.templates[id](day, clock, way, price);
  const text = joined([hello, said, ...(id === 'confirm' ? details : [])], ' ');
  return secret === null ? text : `${text}\n${t.replyLink(tripPageUrl(secret))}`;
}

/**
 * The reply in the passenger's language, with the Spanish beside it, to copy or to open in WhatsApp or as a mail. That of a
 * confirmed trip is filled in, until somebody has opened it.
 */
export function TripReply({ trip }: TripProps) {
  const t = useNamespace('trips').texts;
  const { copyFailed } = useNamespace('admin');
  const { routes } = useContent();
  const texts = useReplyTexts(trip.language);
  const fill = (id: ReplyId) => {
    // A reply goes without the link of the passenger's page where it cannot be read.
    const secret = id === 'confirm' ? tripLink(trip.id).catch(() => null) : null;
    return texts.fill(async (language) => replyIn(language, id, trip, routes, await secret));
  };
  const suggest = useEffectEvent(() => void fill('confirm'));
  const isOwed = trip.state === 'confirmed' && trip.replied_at === null;
  useEffect(() => {
    if (isOwed) suggest();
  }, [isOwed]);
  if (trip.is_forgotten) return null;
  return (
    <div className="flex flex-col gap-3">
      <TemplateField
        label={t.reply}
        prompt={t.chooseTemplate}
        ids={replyIds}
        names={t.replies}
        onChoose={fill}
      />
      {texts.reply !== '' && (
        <>
          <ReplyFields texts={texts} words={t} maxLength={maxReplyCharacters} />
          <div className="flex flex-wrap gap-3">
            <OpenLinks trip={trip} text={texts.reply} />
            {/* Another text has not been copied. */}
            <CopyButton key={texts.reply} text={texts.reply} words={t} otherwise={copyFailed} />
          </div>
        </>
      )}
    </div>
  );
}

/** Opens the reply where the passenger can be reached, and notes that it was opened. */
function OpenLinks({ trip, text }: TripProps & { readonly text: string }) {
  const t = useNamespace('trips').texts;
  const onDone = useOnDone();
  const opened = useChange(
    () => noteTripReply(trip.id),
    () => onDone(t.replyOpened),
  );
  return (
    <>
      {trip.phone !== null && (
        <ChatLink
          isCompact
          variant="primary"
          href={chatUrl(trip.phone.replace('+', ''), text)}
          onPress={() => opened.run()}
        >
          {t.whatsapp}
        </ChatLink>
      )}
      {trip.email !== null && (
        <a
          href={mailUrl(trip.email, text)}
          onClick={() => opened.run()}
          className={classes(compactLinkClass, linkVariants.secondary)}
        >
          <Mail size={20} aria-hidden="true" />
          <span>{t.mail}</span>
        </a>
      )}
    </>
  );
}

/** The link of the passenger's page, to copy, or to change where somebody has it who should not. */
export function TripLink({ trip }: TripProps) {
  const { link: t } = useNamespace('tripContacts');
  const [isAsking, setAsking] = useState(false);
  const { data: secret } = useTripData(['trip-link', trip.id], () => tripLink(trip.id));
  if (secret === undefined || trip.is_forgotten) return null;
  const address = tripPageUrl(secret);
  return (
    <RecordCard title={t.title}>
      <p className="py-2 text-small text-ink-soft">{t.hint}</p>
      <div className="flex flex-wrap gap-3 pb-3">
        {/* Another link has not been copied. */}
        <CopyButton key={secret} text={address} words={t} otherwise={address} />
        <SmallButton onClick={() => setAsking(true)}>{t.renew}</SmallButton>
      </div>
      {isAsking && (
        <ChangeDialog
          title={t.renew}
          action={t.renew}
          change={() => renewTripLink(trip.id)}
          done={t.renewed(trip.code)}
          onClose={() => setAsking(false)}
        >
          <p>{t.question}</p>
        </ChangeDialog>
      )}
    </RecordCard>
  );
}

/** The ratings that were given for a trip; nothing without any. */
export function TripRatings({ trip }: TripProps) {
  const t = useNamespace('tripContacts');
  const { count, time } = useFormat();
  const { data: reviews = [] } = useTripData(['trip-reviews', trip.id], (signal) =>
    reviewsOfTrip(trip.id, signal),
  );
  if (reviews.length === 0) return null;
  return (
    <RecordCard title={t.ratings}>
      <ul className="py-2">
        {reviews.map(({ review_id: id, rating, created_at: at, is_replaced: isReplaced }) => (
          <li key={id}>{joined([t.stars(rating, count(rating)), time(at), isReplaced && t.replaced])}</li>
        ))}
      </ul>
    </RecordCard>
  );
}
