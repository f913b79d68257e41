import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from './chunks.ts';
import { compressFiles } from '../packages/pages/build/compress-files.ts';
import { subsetFonts } from './subset-fonts.ts';
import { directImports } from './direct-imports.ts';
import { earlyStart } from './early-start.ts';
import { emptyModules } from './empty-modules.ts';
import { interpretedObjects } from './interpreted-objects.ts';
import { leanCalls } from './lean-calls.ts';
import { leanErrors } from './lean-errors.ts';
import { themeVariables } from './theme-variables.ts';
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
    interpretedObjects(),
    leanCalls(),
    leanErrors(path.join(import.meta.dirname, 'src')),
    subsetFonts(),
    themeVariables(),
    withoutFacades(),
    earlyStart(),
    compressFiles(),
  ],
  build: {
    // Keeps fonts and pictures as separate files. Addresses with `data:` would need a less strict
    // content security policy.
    assetsInlineLimit: 0,
    // Leaves out the polyfill, which is an inline script. All supported browsers can preload
    // modules without it.
    modulePreload: { polyfill: false },
    // Turns off the size warning, because a test enforces the size limit of the first load.
    chunkSizeWarningLimit: Infinity,
    // Entry pages: the panel, and the page for customers, which the player serves.
    rolldownOptions: {
      checks: { bundlerTimings: false },
      input: ['index.html', 'web.html'],
      // Short file names. The first page contains the names of all screens' files, so one character
      // less per name saves 100 bytes.
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
