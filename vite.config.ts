import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { pageChunks } from './tools/vite/chunks.ts';
import { directIcons } from './tools/vite/direct-icons.ts';
import { guidePages } from './tools/vite/guide.ts';

/** The web app. In development, API calls go to the backend that `npm run dev` starts beside it. */
export default defineConfig({
  root: 'web',
  envDir: '..',
  // Not below the sources: a build looks at all files there to see whether they have changed.
  cacheDir: '../node_modules/.vite',
  plugins: [directIcons(), guidePages(), react(), tailwindcss()],
  resolve: {
    // React has had this hook since version 18.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
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
          groups: pageChunks(),
        },
      },
    },
  },
});
