import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The directions of docs/ARCHITECTURE.md as one lint rule. It judges where an import leads, not how
 * it is written: a file by its path below the root, a package as `package:name`.
 */
const DIRECTIONS = [
  {
    from: /^panel\//,
    to: /^(server|bench|e2e)\//,
    why: 'The panel knows the contract, never the server.',
  },
  {
    from: /^server\//,
    to: /^(panel|bench|e2e)\//,
    why: 'The server knows the contract, never the panel.',
  },
  {
    from: /^contract\//,
    to: /^(?!contract\/|package:)/,
    why: 'The contract knows neither the panel nor the server.',
  },
  {
    from: /^server\/src\/foundation\//,
    to: /^server\/src\/(?!foundation\/)/,
    why: 'The foundation knows no slice.',
  },
  {
    from: /^panel\/src\/(foundation|ui)\//,
    to: /^panel\/src\/(?!foundation\/|ui\/)/,
    why: 'The foundation and the ui know no slice.',
  },
  {
    from: /^(?!server\/src\/foundation\/|server\/test\/|bench\/)/,
    to: /^package:pg([-/]|$)/,
    why: 'Only the foundation speaks to the driver; slices are given a Db or a Tx.',
  },
  {
    from: /^(?!server\/test\/|bench\/)/,
    to: /\.sql\.ts$/,
    unless: (from, to) => slice(from) === slice(to),
    why: 'A slice is entered through its door, never through its SQL.',
  },
];

const root = fileURLToPath(new URL('..', import.meta.url));

const slice = (path) => path.split('/').slice(0, 3).join('/');

function destination(file, specifier) {
  if (specifier.startsWith('.')) return fromRoot(join(dirname(file), specifier));
  const [, workspace, inside] = /^@ramal\/([^/]+)\/?(.*)$/.exec(specifier) ?? [];
  return workspace ? `${workspace}/src/${inside}` : `package:${specifier}`;
}

const fromRoot = (path) => relative(root, path).split(sep).join('/');

const rule = {
  create(context) {
    const from = fromRoot(context.filename);
    const judge = ({ source }) => {
      if (typeof source?.value !== 'string') return;
      const to = destination(context.filename, source.value);
      for (const direction of DIRECTIONS) {
        if (!direction.from.test(from) || !direction.to.test(to)) continue;
        if (direction.unless?.(from, to)) continue;
        context.report({ node: source, message: direction.why });
      }
    };
    return {
      ImportDeclaration: judge,
      ImportExpression: judge,
      ExportAllDeclaration: judge,
      ExportNamedDeclaration: judge,
      TSImportType: judge,
    };
  },
};

export default { meta: { name: 'ramal' }, rules: { directions: rule } };
