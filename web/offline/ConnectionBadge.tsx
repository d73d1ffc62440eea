import { WifiOff } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { loadArea, useArea } from '../i18n/areas.ts';
import { useLanguage } from '../i18n/LanguageProvider.tsx';
import type { Language } from '../i18n/languages.ts';
import { watchConnection } from './connection.ts';
import { contentTime, keepFresh } from './content.ts';
import { Boundary } from '../ui/Boundary.tsx';

export interface ConnectionBadgeProps {
  /** Of the driver whom the screen shows. */
  readonly photoUrl: string | null;
}

/**
 * Says that the backend cannot be reached, and from when the content is; nothing while it can. Keeps the content of
 * this device fresh meanwhile.
 */
export function ConnectionBadge({ photoUrl }: ConnectionBadgeProps) {
  const { language } = useLanguage();
  const [connected, setConnected] = useState<boolean | null>(null);

  useEffect(() => watchConnection(setConnected), []);
  useEffect(() => (connected ? keepFresh(photoUrl) : undefined), [connected, photoUrl]);
  useEffect(() => {
    // It could not be fetched when it is needed.
    loadArea('connection', language).catch(() => undefined);
  }, [language]);

  if (connected !== false) return null;
  return (
    <Boundary fallback={() => null}>
      <Suspense fallback={null}>
        <Chip />
      </Suspense>
    </Boundary>
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
