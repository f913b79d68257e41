/**
 * A part that is imported while the panel runs has a file of its own even where all of its code stands in a file that
 * others need too: sixty letters that only say where it is, and a trip on a phone. Who imports such a part
 * is led to the file that holds it.
 */
import type { Plugin } from 'vite';

/** `export{a as Part}from"./list-x.js";` and nothing else. */
const FACADE = /^export\{([^}]+)\}from"(\.\/[^"]+)";?\s*$/;

export const withoutFacades = (): Plugin => ({
  name: 'without-facades',
  generateBundle: {
    order: 'pre',
    handler(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      for (const facade of chunks) {
        const [, names, holder] = (facade.isDynamicEntry && FACADE.exec(facade.code)) || [];
        if (!names || !holder) continue;
        const asked = `import(\`./${facade.fileName.split('/').at(-1)!}\`)`;
        const answered = `import(\`${holder}\`).then(m=>({${partsOf(names)}}))`;
        for (const chunk of chunks) chunk.code = chunk.code.replaceAll(asked, () => answered);
        delete bundle[facade.fileName];
      }
    },
  },
});

/** `a as Part,b as Other` as the properties of an object that has both. */
const partsOf = (names: string): string =>
  names
    .split(',')
    .map((name) => {
      const [inside, outside = inside] = name.trim().split(' as ');
      return `${outside}:m.${inside}`;
    })
    .join(',');
