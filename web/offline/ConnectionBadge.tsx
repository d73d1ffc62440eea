import { WifiOff } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useRelease } from '../content/ContentProvider.tsx';
import { askForRelease } from '../content/next.ts';
import { useNamespace } from '../i18n/namespaces.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import { Optional } from '../ui/Boundary.tsx';
import { useConnected } from './connection.ts';
import { contentTime, keepFresh } from './content.ts';

/**
 * Shows that the backend cannot be reached, and the age of the content; nothing while it can. Keeps the content of this
 * device fresh while there is a connection.
 * @param photoUrl the photo of the driver on the screen
 */
export default function ConnectionBadge({ photoUrl }: { readonly photoUrl: string | null }) {
  const { language } = useLanguage();
  const connected = useConnected();
  const { release } = useRelease();
  const ask = useEffectEvent(() => askForRelease(release));

  useEffect(
    () => (connected ? keepFresh({ photoUrl, askForRelease: () => ask() }, language) : undefined),
    [connected, photoUrl, language],
  );

  if (connected !== false) return null;
  return (
    <Optional>
      <Chip />
    </Optional>
  );
}

const isToday = (time: Date | null) => time?.toDateString() === new Date().toDateString();

function Chip() {
  const words = useNamespace('connection');
  const { language } = useLanguage();
  const time = contentTime();
  const today = isToday(time);
  const day = today ? {} : ({ day: 'numeric', month: 'short' } as const);
  const format = new Intl.DateTimeFormat(language, { ...day, hour: '2-digit', minute: '2-digit' });
  const describe = today ? words.contentOfTime : words.contentOfDay;
  return (
    <output className="inline-flex items-center gap-2 rounded-full bg-night px-3 py-0.5 text-[0.8125rem] font-semibold text-snow md:text-small tablet:text-small">
      <WifiOff size={16} className="shrink-0 text-copper-light" aria-hidden="true" />
      {words.offline}
      {time && <span className="font-normal text-mist">{describe(format.format(time))}</span>}
    </output>
  );
}
