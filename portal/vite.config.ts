import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from '../packages/pages/build/compress-files.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;

export default defineConfig({
  base: '/portal/',
  plugins: [react(), compressFiles()],
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: Infinity,
    rolldownOptions: {
      // The pages of a seller's storefront are a second page, so that each loads only its own code.
      input: ['index.html', 'storefront.html'],
      checks: { bundlerTimings: false },
    },
  },
  server: { proxy: { '/api': server, '/brand-files': server } },
});
