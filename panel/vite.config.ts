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
    rolldownOptions: { input: ['index.html', 'web.html'] },
  },
  server: { proxy: { '/api': server, '^/s/': server, '/brand-files': server } },
});
