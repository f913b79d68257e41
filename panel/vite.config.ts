import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressFiles } from './compress-files.ts';
import { preloadFonts } from './preload-fonts.ts';
import { zodWithoutJsonSchema } from './zod-without-json-schema.ts';

const server = `http://127.0.0.1:${process.env.PORT ?? '8080'}`;

interface ModuleGraph {
  getModuleInfo: (id: string) => { importers: string[] } | null;
}

/** Whether a module with such a name imports this one, directly or through others. */
function isImportedBy(id: string, name: RegExp, build: ModuleGraph): boolean {
  const seen = new Set<string>();
  const climb = (module: string): boolean => {
    if (seen.has(module)) return false;
    seen.add(module);
    return (build.getModuleInfo(module)?.importers ?? []).some(
      (importer) => name.test(importer) || climb(importer),
    );
  };
  return climb(id);
}

/** Names the chunk of what the web player imports from outside of its own folder, styles included. */
const sharedWithWebPlayer = (id: string, build: ModuleGraph): string | null =>
  !/web-player|web\.html|@tabler/.test(id) && isImportedBy(id, /\/web-player\//, build)
    ? 'shared'
    : null;

/** Fields that neither the shell nor a list draws at first, and the file through which all of Mantine comes. */
const LATER =
  /@mantine\/core\/esm\/(index\.mjs|components\/(TagsInput|PinInput|Select|Textarea|Checkbox|Pill|Combobox|Switch|InputsGroup|Radio|NumberInput|Autocomplete))|react-textarea/;

/** Of these, what no list draws either: they come with the first form. */
const OF_FORMS =
  /@mantine\/core\/esm\/components\/(TagsInput|PinInput|Select|Textarea|Pill|Combobox|NumberInput|Autocomplete)|react-textarea|\/ui\/form\/fields\/(choice-fields|TextAreaField|CodeField)/;

/** The chunk of what all of these screens import and no group before it has taken. */
const sharedBy = (name: string, ...screens: RegExp[]) => ({
  name: (id: string, build: ModuleGraph): string | null =>
    !LATER.test(id) && screens.every((screen) => screen.test(id) || isImportedBy(id, screen, build))
      ? name
      : null,
  debugName: name,
});

const SIGNED_IN = /\/panel\/src\/SignedIn\.tsx$/;
const HOME = /\/dashboard\/Dashboard\.tsx$/;
const LIST = /\/abuse\/iptv-list-screens\.tsx$/;
const CREATE = /\/lines\/create\/create-screens\.tsx$/;

export default defineConfig({
  plugins: [react(), zodWithoutJsonSchema(), preloadFonts(), compressFiles()],
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
            // The rest of what the panel needs before the sign-in.
            {
              name: 'first',
              test: /^(?!.*(@tabler|web-player|web\.html))/,
              tags: ['$initial'],
              priority: 1,
            },
            // A phone pays for trips more than for bytes: each screen comes in at most fifteen files, and
            // home, list and creation without what only others draw. In order, the first that takes a module wins.
            sharedBy('signed-in', SIGNED_IN),
            { name: 'fields', test: OF_FORMS, minShareCount: 2 },
            sharedBy('home-and-list', HOME, LIST),
            sharedBy('list', LIST),
            { name: 'common', minShareCount: 12 },
            sharedBy('home', HOME),
            sharedBy('create', CREATE),
            { name: 'parts', minShareCount: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/api': server, '^/s/': server, '/brand-files': server, '/backgrounds': server },
  },
});
