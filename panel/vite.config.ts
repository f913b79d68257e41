import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './compress-files.ts';
import { zodWithoutJsonSchema } from './zod-without-json-schema.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;

/** Names the chunk of what the web player imports from outside of its own folder, styles included. */
function sharedWithWebPlayer(
  id: string,
  build: { getModuleInfo: (id: string) => { importers: string[] } | null },
): string | null {
  const seen = new Set<string>();
  const isImported = (module: string): boolean => {
    if (seen.has(module)) return false;
    seen.add(module);
    return (build.getModuleInfo(module)?.importers ?? []).some(
      (importer) => importer.includes('/web-player/') || isImported(importer),
    );
  };
  const isOwn = /web-player|web\.html|@tabler/.test(id);
  return !isOwn && isImported(id) ? 'shared' : null;
}

export default defineConfig({
  plugins: [react(), zodWithoutJsonSchema(), compressFiles()],
  // The names of classes travel with the scripts: short ones keep the first load in its budget.
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: {
    // Fonts and art stay files: a data: address would need a wider content policy.
    assetsInlineLimit: 0,
    // The polyfill is an inline script, and the browsers we aim at preload modules by themselves.
    modulePreload: { polyfill: false },
    // The panel, and the customers' own page, which the player serves.
    rolldownOptions: {
      input: ['index.html', 'web.html'],
      output: {
        // Many small files weigh more than few large ones, because each is compressed alone.
        codeSplitting: {
          groups: [
            {
              // Both pages need it, and it changes only when a package does.
              name: 'react',
              test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-)?query[^/]*)\//,
              tags: ['$initial'],
              priority: 5,
            },
            // What else both pages need: the web player must not fetch the panel's own part.
            { name: sharedWithWebPlayer, debugName: 'shared', tags: ['$initial'], priority: 4 },
            // An icon is a line: those of many screens come together, each apart would weigh more in
            // names than in drawing. What the sign-in draws comes without the others.
            { name: 'first-icons', test: /@tabler/, tags: ['$initial'], priority: 3 },
            { name: 'icons', test: /@tabler/, minShareCount: 2, priority: 2 },
            // The calls on lines and what the panel says of each platform are always wanted together.
            {
              name: 'line-platforms',
              test: /contract\/src\/(iptv-lines|p2p-lines|line-calls|line-recreation)\.ts|platforms\/(iptv|p2p|describe-platform)\.ts/,
            },
            // The rest of what the panel needs before the sign-in.
            {
              name: 'first',
              test: /^(?!.*(@tabler|web-player|web\.html))/,
              tags: ['$initial'],
              priority: 1,
            },
            // Parts of nearly every screen. With a smaller share the first list would fetch parts of others.
            { name: 'common', minShareCount: 12, priority: 0 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server, '^/s/': server, '/brand-files': server } },
});
