/**
 * Checks the panel's style sheets: CSS modules next to their components, and font sizes from the
 * scale of `foundation/theme/theme.css`. Every class of a module must be used by the components
 * that import it.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const pages = {
  panel: resolve(import.meta.dirname, '../panel/src'),
  portal: resolve(import.meta.dirname, '../portal/src'),
};

/** Sheets that are intentionally global. */
export const globalSheets = [
  'foundation/theme/controls.css',
  'foundation/theme/fonts.css',
  'foundation/theme/mantine.css',
  'foundation/theme/menus.css',
  'foundation/theme/theme-variables.css',
  'foundation/theme/theme.css',
  'theme.css',
];

/** Returns the style sheets and components of the panel or the portal. */
export function readPage(page) {
  const folder = pages[page];
  const names = readdirSync(folder, { recursive: true }).map((name) => name.replaceAll('\\', '/'));
  const read = (ending) =>
    names
      .filter((name) => ending.test(name))
      .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }));
  return { sheets: read(/\.css$/), components: read(/(?<!\.test)\.tsx?$/) };
}

/** Returns font sizes that are not a step of the scale, as `file: declaration`. */
export function literalFontSizes(sheets) {
  return sheets
    .filter(({ name }) => !/(^|\/)theme\.css$/.test(name))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/\bfont(?:-size)?:[^;]*?\s[\d.]+(?:px|rem|em)\b[^;]*/g)]
        .filter(([declaration]) => !/^font:[^;]*var\(--font-size-\d+\)/.test(declaration))
        .map(([declaration]) => `${name}: ${declaration}`),
    );
}

/**
 * Returns classes that a component uses but its module lacks, and classes of a module that no
 * component uses.
 */
export function misnamedClasses({ sheets, components }) {
  const modules = new Map(
    sheets
      .filter(({ name }) => name.endsWith('.module.css'))
      .map(({ name, text }) => [name, { classes: classesOf(text), used: new Set() }]),
  );
  const missing = [];
  for (const { name, text } of components) {
    for (const [, variable, from] of text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)) {
      const path = relative('/', join('/', dirname(name), from)).replaceAll('\\', '/');
      const module = modules.get(path);
      const uses = new RegExp(`\\b${variable}(?:\\.(\\w+)|\\['([^']+)'\\])`, 'g');
      for (const [, plain, quoted] of text.matchAll(uses)) {
        const used = plain ?? quoted;
        if (module?.classes.has(used)) module.used.add(used);
        else missing.push(`${name}: ${used}`);
      }
      // A computed class name counts as a use of all classes of the module.
      if (new RegExp(`\\b${variable}\\[[^']`).test(text))
        for (const className of module?.classes ?? []) module.used.add(className);
    }
  }
  const unused = [...modules].flatMap(([name, { classes, used }]) =>
    [...classes]
      .filter((className) => !used.has(className))
      .map((className) => `${name}: ${className}`),
  );
  return { missing, unused };
}

function classesOf(text) {
  const selectors = text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/:global\([^)]*\)/g, '')
    .replaceAll(/\{[^{}]*\}/g, '{}');
  return new Set([...selectors.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name]) => name));
}
