import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The web app. In development, API calls go to the backend that `npm run dev` starts beside it. */
export default defineConfig({
  root: 'web',
  envDir: '..',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    manifest: true,
    target: ['chrome100', 'safari15.4', 'firefox100'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
