import { metaName, type PageSettings } from '../../shared/page-settings.ts';
import '../styles.css';
import { afterEach } from 'vitest';
import { addNamespaces } from '../i18n/namespaces.ts';
import { staffNamespaces } from '../i18n/staffNamespaces.ts';
import { personalKeys } from '../data/personal.ts';
import { personalPrefix } from '../util/storageKeys.ts';

/** The settings that the server writes into the page. */
const settings: Partial<Record<keyof PageSettings, string>> = {
  brandName: 'Transfer Aeropuerto',
  whatsappNumber: '+56 9 1234 5678',
  mapsUrl: 'https://maps.example.com/?q={query}',
  ratingCooldownMinutes: '20',
  defaultLanguage: 'es',
  nightHours: '20-7',
  // As in an installation without a mail server.
  mail: 'stored',
};

for (const [name, content] of Object.entries(settings)) {
  const meta = document.createElement('meta');
  meta.name = metaName(name as keyof PageSettings);
  meta.content = content;
  document.head.append(meta);
}

/** Paints frames until the returned function is called. */
function keepPainting(): () => void {
  let frame = 0;
  const paint = () => {
    frame = requestAnimationFrame(paint);
  };
  paint();
  return () => cancelAnimationFrame(frame);
}

// Chromium encodes a picture while it is idle between two frames. A headless one paints none while nothing moves, and begins
// after a second only.
const { toBlob } = HTMLCanvasElement.prototype;
HTMLCanvasElement.prototype.toBlob = function (take, ...format) {
  const stop = keepPainting();
  toBlob.call(
    this,
    (blob) => {
      stop();
      take(blob);
    },
    ...format,
  );
};
const { convertToBlob } = OffscreenCanvas.prototype;
OffscreenCanvas.prototype.convertToBlob = function (options) {
  return convertToBlob.call(this, options).finally(keepPainting());
};

// Tests load the panel's messages before they render it.
addNamespaces(staffNamespaces);

// A font that comes late stays out (`font-display: optional`): on a busy machine rows would be higher.
await document.fonts.load('1em Archivo', 'aā');

// As `device/appearance.ts` does before anything renders.
document.documentElement.dataset['theme'] = 'light';

// The page of the test file before has written its unsaved work when it was left.
localStorage.clear();
// A form that one test has begun is no draft of the next.
afterEach(() => {
  for (const key of personalKeys(`${personalPrefix}form-draft:`)) localStorage.removeItem(key);
});
sessionStorage.clear();
