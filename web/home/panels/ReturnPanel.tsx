import { CalendarClock, Hourglass } from 'lucide-react';
import { WhatsappLink } from '../../components/WhatsappLink.tsx';
import { useContent } from '../../content/ContentProvider.tsx';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import { Text } from '../../i18n/Text.tsx';
import type { PanelProps } from '../panels.ts';
import { referenceOf } from '../referenceOf.ts';
import { FactRow, Facts } from './Facts.tsx';

export default function ReturnPanel({ driver }: PanelProps) {
  const { home } = useMessages();
  const { info } = useNamespace('panels');
  const { title, line, value, waitTitle, waitLine, waitMinutes } = useContent().return;
  return (
    <>
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
      <WhatsappLink
        message={home.returnMessage(referenceOf(driver))}
        label={info.askReturn}
        className="mt-6 w-full"
      />
    </>
  );
}
