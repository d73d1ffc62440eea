import type { Content } from '../../../../shared/content/content.ts';
import type { Misfit, PreviewMessage, PreviewRequest, PreviewView } from '../../../content/preview.ts';

interface Asked extends Omit<PreviewRequest, 'parts'> {
  readonly content: Content;
  readonly answer: (misfits: readonly Misfit[] | null) => void;
}

/** The parts of a document that differ from those of another. */
function changedParts(before: Content | null, after: Content): Partial<Content> {
  const names = Object.keys({ ...before, ...after }) as (keyof Content)[];
  const changed = names.filter((name) => before?.[name] !== after[name]);
  // A part that is gone is sent as undefined.
  return Object.fromEntries(changed.map((name) => [name, after[name]]));
}

/** The studio's end of a frame that shows the draft. */
export class PreviewLink {
  readonly #onChoose: (view: Partial<PreviewView>) => void;
  #frame: Window | null = null;
  #isReady = false;
  #sent: Content | null = null;
  #asked: Asked | null = null;
  #lastId = 0;

  /** @param onChoose called when a panel is opened or a language chosen in the frame */
  constructor(onChoose: (view: Partial<PreviewView>) => void) {
    this.#onChoose = onChoose;
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

  /**
   * Shows a draft. A frame that is still loading shows the last one it was asked for.
   * @param measure also looks for texts that do not fit, which takes longer
   * @returns the texts that do not fit; null when another call came first
   */
  show(content: Content, view: PreviewView, measure = false): Promise<readonly Misfit[] | null> {
    this.#asked?.answer(null);
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((answer) => {
      this.#asked = { id, content, view, measure, answer };
      this.#send();
    });
  }

  #send(): void {
    if (!this.#isReady || !this.#asked) return;
    const { id, content, view, measure } = this.#asked;
    const request: PreviewRequest = { id, view, measure, parts: changedParts(this.#sent, content) };
    this.#sent = content;
    this.#frame?.postMessage(request, window.location.origin);
  }

  readonly #receive = ({ source, origin, data }: MessageEvent<PreviewMessage>): void => {
    if (source === null || source !== this.#frame || origin !== window.location.origin) return;
    if (data.kind === 'ready') {
      // Again after a reload of the frame, which then has nothing.
      this.#isReady = true;
      this.#sent = null;
      this.#send();
    } else if (data.kind === 'chosen') {
      this.#onChoose(data.view);
    } else if (data.id === this.#asked?.id) {
      this.#asked.answer(data.misfits);
      this.#asked = null;
    }
  };
}
