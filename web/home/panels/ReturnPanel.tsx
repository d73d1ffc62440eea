import { CalendarClock, Hourglass } from 'lucide-react';
import { WhatsappLink } from '../../components/WhatsappLink.tsx';
import { maximumReturnWaitMinutes } from '../../content/info.ts';
import { useNamespace } from '../../i18n/namespaces.ts';
import { useMessages } from '../../i18n/LanguageProvider.tsx';
import type { PanelProps } from '../panels.ts';
import { FactRow, Facts } from './Facts.tsx';

export default function ReturnPanel({ driver }: PanelProps) {
  const { home } = useMessages();
  const { info } = useNamespace('panels');
  const { service, wait, ask } = info.return;
  return (
    <>
      <Facts>
        <FactRow icon={CalendarClock} {...service} value="24/7" />
        <FactRow icon={Hourglass} {...wait} value={info.minutes(maximumReturnWaitMinutes)} />
      </Facts>
      <WhatsappLink message={home.returnMessage(driver.driver_code)} label={ask} className="mt-6 w-full" />
    </>
  );
}
