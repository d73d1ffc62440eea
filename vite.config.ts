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
  },
});
