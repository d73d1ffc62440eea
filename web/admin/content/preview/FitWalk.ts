import type { Content } from '../../../../shared/content/content.ts';
import { previewScreens, type Misfit, type PreviewScreen } from '../../../content/preview.ts';
import { languages, type Language } from '../../../i18n/languages.ts';
import { parts, screensWith, orientations, type Orientation } from './screens.ts';

/** One way in which passengers see a screen. */
export interface Spot {
  readonly orientation: Orientation;
  readonly screen: PreviewScreen;
  readonly language: Language;
}

export interface FitReport {
  readonly content: Content;
  readonly misfits: readonly (Spot & Misfit)[];
}

type Measure = (content: Content, spot: Spot) => Promise<readonly Misfit[] | null>;

/** The frame is turned once: that is the slowest step. */
const spots: readonly Spot[] = orientations.flatMap((orientation) =>
  previewScreens.flatMap((screen) => languages.map((language) => ({ orientation, screen, language }))),
);

/** The screens on which two documents may look different. */
function changedScreens(before: Content | null, after: Content): ReadonlySet<PreviewScreen> {
  if (!before) return new Set(previewScreens);
  return new Set(parts.filter((part) => before[part] !== after[part]).flatMap(screensWith));
}

/**
 * Looks for texts that do not fit, in every language and both orientations, after a pause in typing. A further edit stops
 * it; the next walk visits the screens that have changed or were not reached.
 */
export class FitWalk {
  readonly #measure: Measure;
  readonly #onReport: (report: FitReport) => void;
  readonly #pauseMs: number;
  readonly #found = new Map<Spot, readonly Misfit[]>();
  #open: ReadonlySet<Spot> = new Set(spots);
  #content: Content | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(measure: Measure, onReport: (report: FitReport) => void, pauseMs = 800) {
    this.#measure = measure;
    this.#onReport = onReport;
    this.#pauseMs = pauseMs;
  }

  /** Checks this document from now on. */
  follow(content: Content): void {
    const changed = changedScreens(this.#content, content);
    this.#open = new Set(spots.filter((spot) => this.#open.has(spot) || changed.has(spot.screen)));
    this.#content = content;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#walk(content), this.#pauseMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#content = null;
  }

  async #walk(content: Content): Promise<void> {
    const open = new Set(this.#open);
    for (const spot of open) {
      const misfits = await this.#measure(content, spot);
      if (this.#content !== content || !misfits) return;
      this.#found.set(spot, misfits);
      open.delete(spot);
      this.#open = open;
    }
    const misfits = spots.flatMap((spot) =>
      (this.#found.get(spot) ?? []).map((misfit) => ({ ...spot, ...misfit })),
    );
    this.#onReport({ content, misfits });
  }
}
