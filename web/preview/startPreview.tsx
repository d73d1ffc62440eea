import { startTransition } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import type { Content } from '../../shared/content/content.ts';
import type { Language } from '../../shared/languages.ts';
import type { PreviewMessage, PreviewRequest, PreviewView } from '../content/preview.ts';
import { firstDictionary } from '../i18n/loadMessages.ts';
import { loadFont } from '../util/lateFont.ts';
import { cutTexts } from './cutTexts.ts';
import { DraftScreen, type DraftScreenProps } from './DraftScreen.tsx';

type Home = typeof import('../home/HomeScreen.tsx');

const { parent, location } = window;

function tell(message: PreviewMessage): void {
  parent.postMessage(message, location.origin);
}

const choose = (view: Partial<PreviewView>) => tell({ kind: 'chosen', view });

/** A pause in typing, after which the screen is measured: the frame shares its thread with the editor. */
const measurePauseMs = 300;

/** Resolves when it is drawn. Everything has been loaded: a transition draws it without a spinner in between. */
function draw(root: Root, shown: Omit<DraftScreenProps, 'onChoose' | 'onDrawn'>): Promise<void> {
  return new Promise((resolve) => {
    startTransition(() =>
      root.render(<DraftScreen {...shown} onChoose={choose} onDrawn={() => resolve()} />),
    );
  });
}

/** Runs work that opens and closes dialogs. They take the focus only if this frame has it. */
async function withoutFocus(work: () => Promise<void>): Promise<void> {
  const { documentElement: page } = document;
  page.inert = !document.hasFocus();
  await work();
  page.inert = false;
  for (const dialog of document.querySelectorAll('dialog')) dialog.inert = false;
}

/** Shows what the studio asks for. A request replaces an earlier one that is still loading. */
function follow(root: HTMLElement, { PassengerScreen, loadPanel }: Home): void {
  const screen = createRoot(root);
  const publishedAt = new Date().toISOString();
  let content: Content | undefined;
  let latest = 0;
  let shown: Language | undefined;
  let measuring: ReturnType<typeof setTimeout> | undefined;
  const measure = () => {
    clearTimeout(measuring);
    const tellCut = (language: Language) => tell({ kind: 'cut', cut: { language, texts: cutTexts() } });
    measuring = setTimeout(() => shown && tellCut(shown), measurePauseMs);
  };
  const show = async ({ view, parts }: PreviewRequest) => {
    latest += 1;
    const id = latest;
    clearTimeout(measuring);
    shown = undefined;
    // The first request has all parts.
    const drawn = { ...content, ...parts } as Content;
    content = drawn;
    const panel = view.screen === 'home' ? undefined : loadPanel(view.screen, view.language);
    const [dictionary] = await Promise.all([firstDictionary(view.language), panel]);
    if (id !== latest) return;
    document.documentElement.dataset['theme'] = view.theme;
    const release = { id, publishedAt, content: drawn };
    await withoutFocus(() =>
      draw(screen, { Passenger: PassengerScreen, release, dictionary, screen: view.screen }),
    );
    shown = view.language;
    measure();
  };
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<PreviewRequest>) => {
    if (source === parent && origin === location.origin) void show(data);
  });
  // The tablet is turned, or a tab chosen.
  for (const event of ['resize', 'click']) window.addEventListener(event, measure);
  tell({ kind: 'ready' });
}

/** Starts the page that the studio shows in a frame. Alone in a window it leads to the app. */
export async function startPreview(root: HTMLElement): Promise<void> {
  if (parent === window) return location.replace('/');
  // Without its font the screen would be measured wrongly.
  const [font, home] = await Promise.all([loadFont(), import('../home/HomeScreen.tsx')]);
  document.fonts.add(font);
  follow(root, home);
}
