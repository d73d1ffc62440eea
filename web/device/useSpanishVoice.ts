import { useSyncExternalStore } from 'react';

/** Accents that passengers in Chile hear, the nearest first. */
const accents = ['es-cl', 'es-us', 'es-419', 'es-mx', 'es-ar'];

const place = ({ lang }: SpeechSynthesisVoice): number => {
  const found = accents.indexOf(lang.toLowerCase().replace('_', '-'));
  return found === -1 ? accents.length : found;
};

// Missing in some web views.
const speech = () => (window as Partial<Window>).speechSynthesis;

/** The device's own Spanish voice, which needs no network; undefined where it has none. */
function spanishVoice(): SpeechSynthesisVoice | undefined {
  return (speech()?.getVoices() ?? [])
    .filter(({ lang, localService }) => localService && /^es\b/i.test(lang.replace('_', '-')))
    .sort((one, other) => place(one) - place(other))[0];
}

/** Browsers load their voices late. @returns falls silent and unsubscribes */
function onVoices(listener: () => void): () => void {
  speech()?.addEventListener?.('voiceschanged', listener);
  return () => {
    speech()?.removeEventListener?.('voiceschanged', listener);
    speech()?.cancel();
  };
}

/**
 * Reads Spanish aloud with a voice of the device; null where it has none. Call it within a press: the screen never makes a
 * sound by itself. It falls silent when the component goes.
 */
export function useSpanishVoice(): ((text: string) => void) | null {
  const speaks = useSyncExternalStore(onVoices, () => spanishVoice() !== undefined);
  return speaks ? readAloud : null;
}

function readAloud(text: string): void {
  const voice = spanishVoice();
  if (!voice) return;
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.voice = voice;
  utterance.lang = voice.lang;
  // A second press begins anew.
  window.speechSynthesis.cancel();
  window.speechSynthesis.speak(utterance);
}
