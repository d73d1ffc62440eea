import { WifiOff } from 'lucide-react';
import { useEffect } from 'react';
import { useArea } from '../i18n/areas.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import type { Language } from '../i18n/languages.ts';
import { Optional } from '../ui/Optional.tsx';
import { useConnected } from './connection.ts';
import { contentTime, keepFresh } from './content.ts';

export interface ConnectionBadgeProps {
  /** The photo of the driver on the screen. */
  readonly photoUrl: string | null;
}

/**
 * Shows that the backend cannot be reached, and the age of the content; nothing while it can. Keeps the content of this
 * device fresh while there is a connection.
 */
export default function ConnectionBadge({ photoUrl }: ConnectionBadgeProps) {
  const { language } = useLanguage();
  const connected = useConnected();

  useEffect(() => (connected ? keepFresh(photoUrl, language) : undefined), [connected, photoUrl, language]);

  if (connected !== false) return null;
  return (
    <Optional>
      <Chip />
    </Optional>
  );
}

function isToday(time: Date): boolean {
  return time.toDateString() === new Date().toDateString();
}

function format(time: Date, language: Language): string {
  const day = isToday(time) ? {} : ({ day: 'numeric', month: 'short' } as const);
  return new Intl.DateTimeFormat(language, { ...day, hour: '2-digit', minute: '2-digit' }).format(time);
}

function Chip() {
  const words = useArea('connection');
  const { language } = useLanguage();
  const time = contentTime();
  const text = time && format(time, language);
  return (
    <output className="inline-flex items-center gap-2 rounded-full bg-night px-3 py-0.5 text-[0.8125rem] font-semibold text-snow md:text-small">
      <WifiOff size={16} className="shrink-0 text-copper-light" aria-hidden="true" />
      {words.offline}
      {time && text && (
        <span className="font-normal text-mist">
          {isToday(time) ? words.contentOfTime(text) : words.contentOfDay(text)}
        </span>
      )}
    </output>
  );
}
