/**
 * Orders the scripts and styles of the page for a fast start on a phone. src/early/early.ts becomes
 * an inline script before all other scripts. A separate file would delay the first request of a
 * phone by one round trip. The script lists the additional files that each screen needs. The list
 * of screens is read from routes.tsx.
 */
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { isTextFont } from './subset-fonts.ts';
import { reuseFileList } from './reuse-file-list.ts';
import { type Node, walk } from './syntax-tree.ts';

const SOURCE = '/src/early/early.ts';
const NAME = 'early';
/**
 * Position of the inline script: after the elements that it changes and before the styles. After
 * the styles, the script would wait until they are loaded.
 */
const SCRIPT_MARKER = '<!-- early.ts -->';
/** Position of the style sheets: after the elements that are visible before any script runs. */
const STYLES_MARKER = '<!-- styles -->';
const STYLES = /\s*<link rel="stylesheet"[^>]*>/g;

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

export function earlyStart(): Plugin[] {
  const listed: string[] = [];
  return [inlineScript(listed), readListedFiles(listed)];
}

/** Replaces Vite's own list of files after Vite has written it. */
const readListedFiles = (listed: readonly string[]): Plugin => ({
  name: 'read-listed-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const routes = chunksOf(bundle).find(({ moduleIds }) => moduleIds.some(isRoutes))!;
      routes.code = reuseFileList(routes.code, listed);
    },
  },
});

/** Adds the names of the screens' files to `listed`. */
const inlineScript = (listed: string[]): Plugin => {
  let isBuild = false;
  // In development, Vite serves only modules, so the script cannot be inline.
  let script = `<script type="module" src="${SOURCE}"></script>`;
  return {
    name: 'early-start',
    configResolved: ({ command }) => {
      isBuild = command === 'build';
    },
    buildStart() {
      if (isBuild) this.emitFile({ type: 'chunk', id: `.${SOURCE}`, name: NAME });
    },
    generateBundle: {
      order: 'pre',
      handler(_options, bundle) {
        const early = chunksOf(bundle).find(({ name, isEntry }) => isEntry && name === NAME)!;
        if (early.imports.length > 0) this.error(`early.ts imports ${early.imports.join(', ')}`);
        const screens = screenFiles(this, bundle);
        listed.push(...screens.files);
        const files = JSON.stringify(screens);
        const font = JSON.stringify(`/${Object.keys(bundle).find(isTextFont)!}`);
        script = `<script>(()=>{const SCREEN_FILES=${files},TEXT_FONT=${font};window.ramalFiles=SCREEN_FILES.files;${early.code}})();</script>`;
        delete bundle[early.fileName];
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) => moveStyles(html.replace(SCRIPT_MARKER, () => script)),
    },
  };
};

/**
 * Moves the style sheets to `STYLES_MARKER`, because a browser draws only the elements before a
 * style sheet while it loads. Modules run only after all style sheets are loaded.
 */
function moveStyles(html: string): string {
  if (!html.includes(STYLES_MARKER)) return html;
  const styles = html.match(STYLES) ?? [];
  return html.replaceAll(STYLES, '').replace(STYLES_MARKER, () => styles.join('').trim());
}

const isRoutes = (id: string): boolean => id.endsWith('/panel/src/routes.tsx');

const chunksOf = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).filter((file) => file.type === 'chunk');

interface ScreenFiles {
  readonly files: string[];
  readonly screens: Record<string, number[]>;
}

/**
 * Lists the files of all screens. Each file is listed once, and each screen refers to its files by
 * index.
 */
function screenFiles(build: Rolldown.PluginContext, bundle: Bundle): ScreenFiles {
  const chunks = chunksOf(bundle);
  const chunkOf = (module: string): Chunk =>
    chunks.find(({ facadeModuleId }) => facadeModuleId === module) ??
    chunks.find(({ moduleIds }) => moduleIds.includes(module))!;
  const routes = [...build.getModuleIds()].find(isRoutes)!;
  const resolved = (from: string) => path.posix.join(path.posix.dirname(routes), from);
  const routeFiles = closure(chunkOf(routes), bundle);
  const shell = closure(chunkOf(resolved('./SignedIn.tsx')), bundle);
  const files: string[] = [];
  const screens: Record<string, number[]> = {};
  for (const [route, screen] of screensOf(build, routes)) {
    const needed = [...shell, ...closure(chunkOf(resolved(screen)), bundle)];
    screens[route] = [...new Set(needed)]
      .filter((file) => !routeFiles.has(file))
      .map((file) => {
        if (!files.includes(file)) files.push(file);
        return files.indexOf(file);
      })
      // Sorted, because screens with equal sequences of files compress to fewer bytes.
      .toSorted((first, second) => first - second);
  }
  return { files, screens };
}

/** Returns a chunk, all chunks that it imports statically, and their styles. */
function closure(chunk: Chunk, bundle: Bundle): Set<string> {
  const files = new Set([chunk.fileName]);
  for (const file of files) {
    const part = bundle[file];
    if (part?.type !== 'chunk') continue;
    for (const imported of part.imports) files.add(imported);
    for (const sheet of part.viteMetadata?.importedCss ?? []) files.add(sheet);
  }
  return files;
}

/**
 * Reads the calls `screen(path, import)` in routes.tsx. Returns the imported file of each path;
 * optional parts of a path are removed.
 */
function screensOf(build: Rolldown.PluginContext, routes: string): Map<string, string> {
  const imports = new Map<string, string>();
  walk(build.parse(build.getModuleInfo(routes)!.code!), (node) => {
    if (node.type !== 'CallExpression') return;
    const [path, load] = node.arguments as Node[];
    walk(load, (inner) => {
      if (inner.type !== 'ImportExpression' || path?.type !== 'Literal') return;
      const screen = (inner.source as Node).value as string;
      imports.set((path.value as string).replace(/\/\{-?\$.*$/, ''), screen);
    });
  });
  return imports;
}
