import { useEffect, useRef } from 'react';
import { useToday } from './useToday.ts';

const [toneHertz, toneSeconds, toneVolume] = [880, 0.6, 0.15];

const countPattern = /^\(\d+\) /;

/** A short tone that fades. A browser plays none before somebody has pressed something on the page. */
function playTone(): void {
  const context = new AudioContext();
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  const end = context.currentTime + toneSeconds;
  tone.frequency.value = toneHertz;
  volume.gain.setValueAtTime(toneVolume, context.currentTime);
  volume.gain.linearRampToValueAtTime(0, end);
  tone.connect(volume).connect(context.destination);
  tone.addEventListener('ended', () => void context.close());
  tone.start();
  tone.stop(end);
}

/**
 * Says in the page's title how many trips wait to be confirmed, and sounds when there is one more: the panel may stand behind
 * other windows.
 */
export function useRequestSignal(): void {
  const lines = useToday().data?.lines;
  const count = lines && (lines.find(({ id }) => id === 'trip_request')?.count ?? 0);
  const before = useRef<number>(undefined);
  useEffect(() => {
    if (count === undefined) return;
    if (before.current !== undefined && count > before.current) playTone();
    before.current = count;
  }, [count]);
  useEffect(() => {
    const mark = (shown: string) => {
      const title = `${shown}${document.title.replace(countPattern, '')}`;
      if (title !== document.title) document.title = title;
    };
    const shown = count ? `(${count}) ` : '';
    mark(shown);
    // The title is written anew with each language and release.
    const observer = new MutationObserver(() => mark(shown));
    observer.observe(document.querySelector('title')!, { childList: true });
    return () => {
      observer.disconnect();
      mark('');
    };
  }, [count]);
}
