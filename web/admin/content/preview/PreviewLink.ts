import type { Content } from '../../../../shared/content/content.ts';
import type { CutTexts, PreviewMessage, PreviewRequest, PreviewView } from '../../../content/preview.ts';

interface Asked {
  readonly content: Content;
  readonly view: PreviewView;
}

export interface PreviewHandlers {
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

/** The studio's end of the frame that shows the draft. */
export class PreviewLink {
  readonly #handlers: PreviewHandlers;
  #frame: Window | null = null;
  #isReady = false;
  #sent: Content | null = null;
  #asked: Asked | null = null;

  constructor(handlers: PreviewHandlers) {
    this.#handlers = handlers;
  }

  /** The `ref` of the frame. */
  readonly attach = (element: HTMLIFrameElement): (() => void) => {
    this.#frame = element.contentWindow;
    window.addEventListener('message', this.#receive);
    return () => {
      window.removeEventListener('message', this.#receive);
      this.#frame = null;
      this.#isReady = false;
    };
  };

  /** Shows a draft. A frame that is still loading shows the last one it was asked for. */
  show(content: Content, view: PreviewView): void {
    this.#asked = { content, view };
    this.#send();
  }

  #send(): void {
    if (!this.#isReady || !this.#asked) return;
    const { content, view } = this.#asked;
    const request: PreviewRequest = { view, parts: changedParts(this.#sent, content) };
    this.#sent = content;
    this.#frame?.postMessage(request, window.location.origin);
  }

  readonly #receive = ({ source, origin, data }: MessageEvent<PreviewMessage>): void => {
    if (source === null || source !== this.#frame || origin !== window.location.origin) return;
    if (data.kind === 'chosen') this.#handlers.onChoose(data.view);
    else if (data.kind === 'cut') this.#handlers.onCut(data.cut);
    else {
      // Again after a reload of the frame, which then has nothing.
      this.#isReady = true;
      this.#sent = null;
      this.#send();
    }
  };
}
