/**
 * Checks the style sheets by these rules. CSS modules are next to their components. Lengths are
 * steps of the scale in `foundation/theme/theme.css`. Components of Mantine arrange the elements;
 * style sheets do not. A module contains exactly the classes that its components use.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const pages = {
  panel: resolve(import.meta.dirname, '../panel/src'),
  portal: resolve(import.meta.dirname, '../portal/src'),
};

/** Style sheets that are intentionally global. */
export const globalSheets = [
  'foundation/theme/charts.css',
  'foundation/theme/controls.css',
  'foundation/theme/fonts.css',
  'foundation/theme/mantine.css',
  'foundation/theme/menus.css',
  'foundation/theme/reading.css',
  'foundation/theme/theme-variables.css',
  'foundation/theme/theme.css',
  'foundation/theme/tones.css',
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

/** Style sheets that declare the steps of the scale. */
const scale = /(^|\/)(theme|theme-variables)\.css$/;

const withoutComments = (text) => text.replaceAll(/\/\*[\s\S]*?\*\//g, '');

/** Sizes of panes, dialogs and columns, above the largest step of the scale. */
const MIN_MEASURE_REM = 2;

const isLiteral = (declaration) =>
  [...declaration.matchAll(/(?<![\w#.-])-?(?!-?[01]px)([\d.]+)(px|rem|em|pt)\b/g)].some(
    ([, size, unit]) => unit !== 'rem' || Number(size) <= MIN_MEASURE_REM,
  );

/**
 * Returns lengths that are neither a step of the scale nor a measure above it in rem, as `file:
 * declaration`. A length of one pixel is allowed. Conditions of `@media` and `@container` are not
 * checked, because they cannot use the variables of the scale.
 */
export function literalLengths(sheets) {
  return sheets
    .filter(({ name }) => !scale.test(name))
    .flatMap(({ name, text }) =>
      [...withoutComments(text).matchAll(/[\w-]+:[^;{}]*(?=[;}])/g)]
        .map(([declaration]) => declaration)
        .filter(isLiteral)
        .map((declaration) => `${name}: ${declaration}`),
    );
}

const MAX_MULTIPLE = 13;

/** Returns multiples of a step that are so large that rem is easier to read, as `file: multiple`. */
export function largeMultiples(sheets) {
  return sheets.flatMap(({ name, text }) =>
    [...withoutComments(text).matchAll(/(?<![\d.])(\d+) \* var\(--space-\w+\)/g)]
      .filter(([, multiple]) => Number(multiple) > MAX_MULTIPLE)
      .map(([declaration]) => `${name}: ${declaration}`),
  );
}

const ARRANGEMENT =
  /^(display: (inline-)?(flex|grid)|((row|column)-)?gap: .*|(align|justify)-.*|place-items: .*|flex-(direction|wrap): .*|margin: 0|min-width: 0)$/;

/**
 * Returns rules that Mantine's `Group`, `Stack`, `Flex` or `SimpleGrid` can replace, as `file:
 * .class`. All declarations of such a rule only arrange elements. No other rule of the sheet uses
 * its class.
 */
export function arrangingRules(sheets) {
  return sheets
    .filter(({ name }) => name.endsWith('.module.css'))
    .flatMap(({ name, text }) => {
      const css = withoutComments(text);
      return [...css.matchAll(/^(\.[\w-]+) \{([^{}]*)\}/gm)]
        .filter(([, selector, body]) => {
          const lines = body.split(';').map((line) => line.trim());
          const declarations = lines.filter((line) => line !== '');
          const selections = css.match(new RegExp(`\\${selector}(?![\\w-])`, 'g'));
          return (
            /display:/.test(body) &&
            declarations.every((declaration) => ARRANGEMENT.test(declaration)) &&
            selections.length === 1
          );
        })
        .map(([, selector]) => `${name}: ${selector}`);
    });
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
