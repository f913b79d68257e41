import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './chunks.ts';
import { compressFiles } from '../packages/pages/build/compress-files.ts';
import { subsetFonts } from './subset-fonts.ts';
import { directImports } from './direct-imports.ts';
import { earlyStart } from './early-start.ts';
import { emptyModules } from './empty-modules.ts';
import { leanCalls } from './lean-calls.ts';
import { leanErrors } from './lean-errors.ts';
import { withoutFacades } from './without-facades.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;

export default defineConfig({
  plugins: [
    react(),
    directImports(
      '@mantine/core',
      '@mantine/hooks',
      '@tabler/icons-react',
      '@tanstack/react-query',
      '@tanstack/query-core',
    ),
    emptyModules(),
    leanCalls(),
    leanErrors(path.join(import.meta.dirname, 'src')),
    subsetFonts(),
    withoutFacades(),
    earlyStart(),
    compressFiles(),
  ],
  build: {
    // Fonts and pictures are separate files, because data: addresses would need a wider content
    // security policy.
    assetsInlineLimit: 0,
    // The polyfill is an inline script, and the supported browsers preload modules without it.
    modulePreload: { polyfill: false },
    // The first load has its own size limit, which a test enforces.
    chunkSizeWarningLimit: Infinity,
    // Entry pages: the panel, and the customers' own page, which the player serves.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: ['index.html', 'web.html'],
      // Each screen's files are named in the first page, so one character less saves 100 bytes there.
      output: {
        codeSplitting: { groups: chunkGroups },
        entryFileNames: 'assets/[name]-[hash:7].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
      },
    },
  },
  server: {
    proxy: { '/api': server, '^/s/': server, '/brand-files': server, '/backgrounds': server },
  },
});
