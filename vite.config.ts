import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** What the auth client imports of its passkey module: conversions, and what the app does without. */
const conversions = [
  'deserializeCredentialCreationOptions',
  'deserializeCredentialRequestOptions',
  'serializeCredentialCreationResponse',
  'serializeCredentialRequestResponse',
];
const ceremonies = [
  'createCredential',
  'getCredential',
  'browserSupportsWebAuthn',
  'webAuthnAbortService',
  'WebAuthnApi',
];

/**
 * Passengers use no passkeys, so their part of the auth client stays out of what they load (3 KiB gzipped). The client
 * passes on the JSON of a ceremony as it is; `web/data/account/ceremonies.ts`, loaded when a driver presses the button, converts
 * it with the module itself.
 */
const passkeysLater: Plugin = {
  name: 'passkeys-later',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './lib/webauthn' && importer?.includes('@supabase/auth-js') ? '\0passkeys-later' : null,
  load: (id) => {
    if (id !== '\0passkeys-later') return null;
    const names = [
      ...conversions.map((name) => `same as ${name}`),
      ...ceremonies.map((name) => `Absent as ${name}`),
    ];
    return `const same = (json) => json;\nclass Absent {}\nexport { ${names.join(', ')} };`;
  },
};

/** What decides how the page looks before anything is drawn: it does not wait for the rest. */
const settings = [
  /vite[\\/]preload-helper/,
  /[\\/]web[\\/](data[\\/]environment|device[\\/](appearance|night)|public-pages[\\/]pages)\.ts$/,
  /[\\/]shared[\\/]languages\.ts$/,
];

/** What every page starts with: apart, these would be a dozen files of a few hundred bytes, each with its own way. */
const frame = [
  /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  /[\\/]lucide-react[\\/]dist[\\/]esm[\\/](?!icons[\\/]|lucide-react\.|dynamic|Dynamic)/,
  /[\\/]icons[\\/](badge-check|check|circle-alert|circle-check|clock|cloud-off|info|languages|loader-circle|message-circle|shield-check|star|undo-2|wifi-off|x)\.mjs$/,
  /[\\/]web[\\/]ui[\\/](Boundary|Button|Dialog|EmptyState|IconButton|Notice|Optional|Photo|Plate|Spinner|classes|initials|modal|plateInPairs|useDialog)\.tsx?$/,
  /[\\/]web[\\/]i18n[\\/](LanguageProvider|languages|describeError|areas)\.tsx?$/,
  /[\\/]web[\\/]data[\\/](apiKey|errors|photoUrl|reach)\.ts$/,
  /[\\/]web[\\/](components[\\/](LanguagePanel|BrokenScreen)|util[\\/]loader|content[\\/]pesos|ratings[\\/]cooldown)\.tsx?$/,
  /[\\/]web[\\/]content[\\/]illustrations[\\/](andes-line|night-sky|tour-santiago|welcome)\.svg$/,
  /[\\/]shared[\\/]limits\.ts$/,
];
const entrance = /[\\/]web[\\/](login[\\/]EntranceFrame|forms[\\/](useForm|TextField|PasswordField))\.tsx?$/;
const visitor =
  /[\\/]web[\\/](data[\\/]publicAddress|public-pages[\\/](Links|LoadFailure|Message|PageLoading))\.tsx?$/;

/** The web app. In development, API calls go to the backend that `npm run dev` starts beside it. */
export default defineConfig({
  root: 'web',
  envDir: '..',
  plugins: [passkeysLater, react(), tailwindcss()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    manifest: true,
    target: ['chrome100', 'safari15.4', 'firefox100'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'settings', test: (id) => settings.some((part) => part.test(id)), priority: 1 },
            { name: 'frame', test: (id) => frame.some((part) => part.test(id)) },
            { name: 'entrance', test: entrance },
            { name: 'visitor', test: visitor },
          ],
        },
      },
    },
  },
});
