/**
 * Removes files that only re-export other files. The build creates a file for every dynamically
 * imported part, even if a shared file already contains all of its code. Such a file has about
 * sixty characters, but costs a phone one round trip. The plugin changes the import to the file
 * that contains the code.
 */
import type { Plugin } from 'vite';

/** Matches a file that contains only `export{a as Part}from"./list-x.js";`. */
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
        const facadeImport = `import(\`./${facade.fileName.split('/').at(-1)!}\`)`;
        const answered = `import(\`${holder}\`).then(m=>({${partsOf(names)}}))`;
        for (const chunk of chunks)
          chunk.code = chunk.code.replaceAll(facadeImport, () => answered);
        delete bundle[facade.fileName];
      }
    },
  },
});

/** Converts `a as Part,b as Other` to the text of an object with these names. */
const partsOf = (names: string): string =>
  names
    .split(',')
    .map((name) => {
      const [inside, outside = inside] = name.trim().split(' as ');
      return `${outside}:m.${inside}`;
    })
    .join(',');
