import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Content } from '../../../../shared/content/content.ts';
import type { CutTexts, PreviewMessage, PreviewRequest, PreviewView } from '../../../content/preview.ts';

export interface PreviewFrame {
  readonly content: Content;
  readonly view: PreviewView;
  /** A panel was opened or a language chosen in the frame. */
  readonly onChoose: (view: Partial<PreviewView>) => void;
  /** The frame has looked for texts that do not fit. */
  readonly onCut: (cut: CutTexts) => void;
}

/** The parts of a document that differ from those of another. */
function changedParts(before: Content | null, after: Content): Partial<Content> {
  const names = Object.keys({ ...before, ...after }) as (keyof Content)[];
  const changed = names.filter((name) => before?.[name] !== after[name]);
  // A part that is gone is sent as undefined.
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** The studio's end of the frame that shows the draft. @returns the `ref` of the frame */
export function usePreviewFrame({ content, view, onChoose, onCut }: PreviewFrame) {
  const frame = useRef<HTMLIFrameElement>(null);
  /** How often the frame has loaded: it begins with nothing each time. */
  const [loads, setLoads] = useState(0);
  const sent = useRef<Content>(null);
  const receive = useEffectEvent(({ source, origin, data }: MessageEvent<PreviewMessage>) => {
    const isOurs = source !== null && source === frame.current?.contentWindow;
    if (!isOurs || origin !== window.location.origin) return;
    if (data.kind === 'chosen') onChoose(data.view);
    else if (data.kind === 'cut') onCut(data.cut);
    else {
      sent.current = null;
      setLoads((before) => before + 1);
    }
  });
  useLayoutEffect(() => {
    const ending = new AbortController();
    window.addEventListener('message', (event) => receive(event), { signal: ending.signal });
    return () => ending.abort();
  }, []);
  const { screen, language, theme } = view;
  useEffect(() => {
    if (loads === 0) return;
    const parts = changedParts(sent.current, content);
    const request: PreviewRequest = { view: { screen, language, theme }, parts };
    sent.current = content;
    frame.current?.contentWindow?.postMessage(request, window.location.origin);
  }, [loads, content, screen, language, theme]);
  return frame;
}
