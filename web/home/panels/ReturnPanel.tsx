import { CalendarClock, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { useContent } from '../../content/ContentProvider.tsx';
import { whatsappUrl } from '../../content/links.ts';
import { useLinks } from '../../device/links.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { Text } from '../../i18n/Text.tsx';
import { ScanCard } from '../../ui/ScanCard.tsx';
import type { PanelProps } from '../panelProps.ts';
import { referenceOf } from '../referenceOf.ts';
import { BookingActions } from './booking/BookingActions.tsx';
import { FactRow, Facts } from './Facts.tsx';
import { TripButton, TripCode } from './booking/TripCode.tsx';

export default function ReturnPanel({ driver }: PanelProps) {
  const { home } = useMessages();
  const { info, booking } = useNamespace('panels');
  const { company, return: trip } = useContent();
  const { title, line, value, waitTitle, waitLine, waitMinutes } = trip;
  const codes = useLinks() === 'codes';
  const message = home.returnMessage(referenceOf(driver));
  const url = whatsappUrl(company, message);
  const [isDetailed, setDetailed] = useState(false);
  if (isDetailed) return <TripCode onBack={() => setDetailed(false)} />;
  return (
    <div className="relative tablet:flex tablet:flex-1 tablet:flex-col">
      <Facts cards="row">
        <FactRow
          icon={CalendarClock}
          title={<Text words={title} />}
          line={<Text words={line} />}
          value={value}
        />
        <FactRow
          icon={Hourglass}
          title={<Text words={waitTitle} />}
          line={<Text words={waitLine} />}
          value={info.minutes(waitMinutes)}
        />
      </Facts>
      <div className="mt-6 flex flex-col gap-4 tablet:landscape:flex-row tablet:landscape:items-center">
        <div className="min-w-0 flex-1">
          {codes && url !== null ? (
            <ScanCard value={url} title={home.whatsappQr} heading={info.askReturn}>
              {booking.scan}
            </ScanCard>
          ) : (
            <BookingActions
              name={home.tiles.return.title}
              message={message}
              facts={[value, info.minutes(waitMinutes)].filter(Boolean).join(' · ')}
              label={info.askReturn}
              whole
            />
          )}
        </div>
        <TripButton onOpen={() => setDetailed(true)} />
      </div>
    </div>
  );
}
