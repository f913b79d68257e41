/**
 * `Menu`, `Popover` and `Tooltip` of Mantine carry parts that the panel draws nowhere, such as menus in menus:
 * 5 kB of what comes before the first list. They are left out, and a build whose source names one fails. So is
 * what reckons the theme's variables on every start: they stand in theme-variables.css.
 */
import type { Plugin } from 'vite';

const UNUSED: Readonly<Record<string, readonly string[]>> = {
  Menu: [
    'CheckboxGroup',
    'CheckboxItem',
    'ContextMenu',
    'RadioGroup',
    'RadioItem',
    'Search',
    'Sub',
  ],
  Popover: ['ContextMenu'],
  Tooltip: ['Floating'],
};

const owners = Object.keys(UNUSED).join('|');
const parts = Object.values(UNUSED).flat().join('|');
const files = new RegExp(`/@mantine/core/esm/components/(${owners})/(\\1(?:${parts}))/\\2\\.mjs$`);

const VARIABLES =
  /\/@mantine\/core\/esm\/core\/MantineProvider\/MantineCssVariables\/MantineCssVariables\.mjs$/;

export const mantineWithoutUnusedParts = (): Plugin => ({
  name: 'mantine-without-unused-parts',
  apply: 'build',
  transform(code, id) {
    if (VARIABLES.test(id))
      return { code: 'export const MantineCssVariables = undefined;', map: null };
    const [, owner, part] = files.exec(id) ?? [];
    if (part && UNUSED[owner!]!.some((unused) => owner + unused === part))
      return { code: `export const ${part} = undefined;`, map: null };
    if (!/\/panel\/src\//.test(id)) return;
    const used = Object.entries(UNUSED)
      .flatMap(([component, unused]) => unused.map((name) => `${component}.${name}`))
      .find((name) => new RegExp(`\\b${name}\\b`).test(code));
    if (used) this.error(`${used} is left out of the build: see mantine-without-unused-parts.ts`);
  },
});
