import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PANEL_RANKS, SERVER_KITS, SERVER_RANKS } from './module-ranks.mjs';

/**
 * Lint rule for the import directions of docs/ARCHITECTURE.md. It checks the imported file,
 * independent of the form of the import. A file is identified by its path below the root, and a
 * package by `package:name`. The rule finds no cycles; import/no-cycle and
 * scripts/import-cycles.mjs find them.
 */

/**
 * Checks of an import. Each check returns the reason why the import is forbidden, or undefined if
 * it is allowed.
 */
const checks = [
  workspaceDirection,
  driverStaysInFoundation,
  serverImportsDownwards,
  serverEntryFile,
  panelImportsDownwards,
];

const WORKSPACES = {
  contract: {
    others: /^(?!contract\/|package:)/,
    why: 'The contract knows neither the panel nor the server.',
  },
  panel: {
    others: /^(server|portal|bench|e2e)\//,
    why: 'The panel knows the contract and packages/pages, never the server or the portal.',
  },
  portal: {
    others: /^(server|panel|bench|e2e)\//,
    why: 'The portal knows the contract and packages/pages, never the panel or the server.',
  },
  'packages/pages': {
    others: /^(?!packages\/pages\/|contract\/|package:)/,
    why: 'The shared pages know the contract, never the panel or the portal.',
  },
  server: {
    others: /^(panel|portal|bench|e2e)\//,
    why: 'The server knows the contract, never the panel or the portal.',
  },
};

function workspaceDirection(from, to) {
  const name = Object.keys(WORKSPACES).find((folder) => from.startsWith(`${folder}/`));
  const workspace = WORKSPACES[name];
  if (workspace?.others.test(to)) return workspace.why;
}

function driverStaysInFoundation(from, to) {
  if (!/^package:pg([-/]|$)/.test(to)) return;
  if (/^(server\/src\/foundation|server\/test|bench)\//.test(from)) return;
  return 'Only the foundation speaks to the driver; modules are given a Db or a Tx.';
}

function serverImportsDownwards(from, to) {
  return importsDownwards(from, to, serverModule, SERVER_RANKS);
}

function panelImportsDownwards(from, to) {
  return importsDownwards(from, to, panelModule, PANEL_RANKS);
}

function importsDownwards(from, to, moduleOf, ranks) {
  const importer = moduleOf(from);
  const imported = moduleOf(to);
  if (!importer || !imported || importer === imported || isTest(from)) return;
  const [rank, lower] = [importer, imported].map((name) => rankOf(ranks, name));
  if (rank === undefined || lower === undefined) {
    const unknown = rank === undefined ? importer : imported;
    return `Give the module ${unknown} its place in scripts/module-ranks.mjs.`;
  }
  if (lower >= rank)
    return `${importer} imports only from ranks below its own; ${imported} is not.`;
}

/**
 * Returns the reason why a file inside a module must not be imported. Tests and bench may import
 * such files, for example to change a row or to compare SQL.
 */
function serverEntryFile(from, to) {
  const imported = serverModule(to);
  if (!imported || imported === fileName(to) || SERVER_KITS.includes(imported)) return;
  const entry = `server/src/${imported}/${imported}`;
  const inside = serverModule(from) === imported;
  if (mayReachInside(from)) return;
  const isEntry = withoutExtension(to) === entry;
  if (inside && isEntry)
    return `Files of ${imported} import one another, never their own entry file.`;
  if (!inside && !isEntry)
    return `${imported} is entered through its entry file ${imported}/${imported}.ts only.`;
}

/**
 * Returns the module of a file in server/src: its folder, or its own name if it is in no folder.
 */
const serverModule = (path) => /^server\/src\/([^/.]+)/.exec(path)?.[1];

/** Returns the module of a file in panel/src: its folder, or its own name with extension. */
const panelModule = (path) => /^panel\/src\/([^/]+)/.exec(path)?.[1];

function rankOf(ranks, name) {
  const rank = ranks.findIndex((names) => names.includes(name));
  return rank === -1 ? undefined : rank;
}

const isTest = (path) => /\.(test|fixtures)\.tsx?$/.test(path) || /\/test\//.test(path);
const mayReachInside = (path) =>
  path.startsWith('bench/') || (path.startsWith('server/') && isTest(path));
const withoutExtension = (path) => path.replace(/\.tsx?$/, '');
const fileName = (path) => withoutExtension(path).slice('server/src/'.length);

const root = fileURLToPath(new URL('..', import.meta.url));

function destination(file, specifier) {
  if (specifier.startsWith('.')) return fromRoot(join(dirname(file), specifier));
  const [, workspace, inside] = /^@ramal\/([^/]+)\/?(.*)$/.exec(specifier) ?? [];
  return workspace ? `${workspace}/src/${inside}` : `package:${specifier}`;
}

const fromRoot = (path) => relative(root, path).split(sep).join('/');

const directions = {
  create(context) {
    const from = fromRoot(context.filename);
    const checkImport = ({ source }) => {
      if (typeof source?.value !== 'string') return;
      const to = destination(context.filename, source.value);
      for (const check of checks) {
        const message = check(from, to);
        if (message) context.report({ node: source, message });
      }
    };
    return {
      ImportDeclaration: checkImport,
      ImportExpression: checkImport,
      ExportAllDeclaration: checkImport,
      ExportNamedDeclaration: checkImport,
      TSImportType: checkImport,
    };
  },
};

/**
 * Rejects types of the form `import('./a.ts').A`, because import/no-cycle finds only the equivalent
 * import statement.
 */
const typesByStatement = {
  create: (context) => ({
    TSImportType({ source }) {
      if (typeof source?.value !== 'string' || !source.value.startsWith('.')) return;
      context.report({ node: source, message: 'Import the type by a statement.' });
    },
  }),
};

export default {
  meta: { name: 'ramal' },
  rules: { directions, 'types-by-statement': typesByStatement },
};
