import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** What the auth client imports of its passkey module. */
const passkeyNames = [
  'createCredential',
  'getCredential',
  'deserializeCredentialCreationOptions',
  'deserializeCredentialRequestOptions',
  'serializeCredentialCreationResponse',
  'serializeCredentialRequestResponse',
  'browserSupportsWebAuthn',
  'webAuthnAbortService',
  'WebAuthnApi',
];

/** The app has no passkeys: their part of the auth client stays out of what a passenger loads (3 KiB gzipped). */
const withoutPasskeys: Plugin = {
  name: 'without-passkeys',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './lib/webauthn' && importer?.includes('@supabase/auth-js') ? '\0without-passkeys' : null,
  load: (id) =>
    id === '\0without-passkeys'
      ? `class Absent {}\nexport { ${passkeyNames.map((name) => `Absent as ${name}`).join(', ')} };`
      : null,
};

/** What decides how the page looks before anything is drawn: it does not wait for the rest. */
const settings = [
  /vite[\\/]preload-helper/,
  /[\\/]web[\\/](data[\\/]environment|kiosk[\\/](appearance|night)|visitor[\\/]pages)\.ts$/,
  /[\\/]shared[\\/]languages\.ts$/,
];

/** What every page starts with: apart, these would be a dozen files of a few hundred bytes, each with its own way. */
const frame = [
  /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/,
  /[\\/]lucide-react[\\/]dist[\\/]esm[\\/](?!icons[\\/]|lucide-react\.|dynamic|Dynamic)/,
  /[\\/]icons[\\/](badge-check|check|circle-alert|circle-check|clock|cloud-off|info|languages|loader-circle|message-circle|shield-check|star|undo-2|wifi-off|x)\.mjs$/,
  /[\\/]web[\\/]ui[\\/](Boundary|Button|Dialog|EmptyState|IconButton|Notice|Photo|Plate|Spinner|classes|initials|plate|useDialog)\.tsx?$/,
  /[\\/]web[\\/]i18n[\\/](LanguageProvider|languages|describeError|areas)\.tsx?$/,
  /[\\/]web[\\/]data[\\/](apiKey|errors|reach)\.ts$/,
  /[\\/]web[\\/](panels[\\/]LanguagePanel|screens[\\/]loading[\\/]BrokenScreen|util[\\/]loader|content[\\/]pesos|pwa[\\/]ratingsRest)\.tsx?$/,
  /[\\/]web[\\/]content[\\/]illustrations[\\/](andes-line|night-sky|tour-santiago|welcome)\.svg$/,
  /[\\/]shared[\\/]limits\.ts$/,
];
const entrance =
  /[\\/]web[\\/](entrance[\\/](EntranceFrame|useForm)|ui[\\/](TextField|PasswordField))\.tsx?$/;
const visitor =
  /[\\/]web[\\/]visitor[\\/](Links|LoadFailure|Message|VisitorLoading|address|smallPhoto|useAnswer)\.tsx?$/;

/** The web app. In development, API calls go to the backend that `npm run dev` starts beside it. */
export default defineConfig({
  root: 'web',
  envDir: '..',
  plugins: [withoutPasskeys, react(), tailwindcss()],
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
