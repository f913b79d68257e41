import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './compress-files.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;

export default defineConfig({
  plugins: [react(), compressFiles()],
  build: {
    // Fonts and art stay files: a data: address would need a wider content policy.
    assetsInlineLimit: 0,
    // The polyfill is an inline script, and the browsers we aim at preload modules by themselves.
    modulePreload: { polyfill: false },
    // The panel, and the customers' own page, which the player serves.
    rolldownOptions: {
      input: ['index.html', 'web.html'],
      output: {
        // An icon is a line: those of many screens come together, each apart would weigh more in names
        // than in drawing. What the sign-in draws comes without the others.
        codeSplitting: {
          groups: [
            { name: 'first-icons', test: /@tabler/, tags: ['$initial'], priority: 2 },
            { name: 'icons', test: /@tabler/, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '^/s/': server, '/brand-files': server } },
});
