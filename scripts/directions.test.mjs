import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PANEL_RANKS, SERVER_RANKS } from './module-ranks.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const project = realpathSync(mkdtempSync(join(tmpdir(), 'ramal-directions-')));
afterAll(() => rmSync(project, { recursive: true, force: true }));

const workspaces = [
  ['panel/src/lines/a.ts', `import '../../../server/src/lines/lines.ts'`],
  ['panel/src/lines/b.ts', `import type { Line } from '@ramal/server/lines/lines'`],
  ['server/src/lines/a.ts', `export * from '../../../panel/src/lines/columns.ts'`],
  ['server/src/lines/b.ts', `export { columns } from '@ramal/panel/lines/columns'`],
  ['contract/src/a.ts', `import '../../server/src/lines/lines.ts'`],
  ['contract/src/b.ts', `await import('../../panel/src/lines/columns.ts')`],
  ['contract/src/c.ts', `import '@ramal/server/lines/lines'`],
  // Portal and panel share code only through packages.
  ['panel/src/lines/to-portal.ts', `import '../../../portal/src/api.ts'`],
  ['portal/src/a.tsx', `import { copyText } from '../../panel/src/foundation/clipboard.ts'`],
  ['portal/src/b.ts', `import type { Line } from '../../panel/src/lines/line.ts'`],
  ['portal/src/c.ts', `await import('../../panel/src/foundation/keys.ts')`],
  ['portal/src/d.ts', `import '../../server/src/portal/portal.ts'`],
  ['portal/vite.config.ts', `import '../panel/vite.config.ts'`],
  ['packages/pages/src/a.ts', `import type { Line } from '../../../panel/src/lines/line.ts'`],
];

const driver = [
  ['server/src/lines/e.ts', `import pg from 'pg'`],
  ['server/src/lines/f.test.ts', `import type { Pool } from 'pg-pool'`],
  ['server/src/lines/g.ts', `export type Client = import('pg').Client`],
  ['e2e/a.test.ts', `import pg from 'pg'`],
];

const upward = [
  ['server/src/foundation/a.ts', `import '../lines/lines.ts'`],
  ['server/src/foundation/http/b.ts', `import '../../app.ts'`],
  ['server/src/credits/up.ts', `import { createLine } from '../lines/lines.ts'`],
  ['server/src/credits/up-type.ts', `import type { Line } from '../lines/lines.ts'`],
  ['server/src/credits/up-inline.ts', `import { type Line } from '../lines/lines.ts'`],
  ['server/src/credits/up-again.ts', `export { createLine } from '../lines/lines.ts'`],
  ['server/src/credits/up-later.ts', `await import('../lines/lines.ts')`],
  ['server/src/credits/deep/up.ts', `import '../../lines/lines.ts'`],
  ['server/src/resellers/same-rank.ts', `import '../sessions/sessions.ts'`],
  ['server/src/lines/up.ts', `import { makePanelServer } from '../app.ts'`],
  ['server/src/unranked/a.ts', `import '../credits/credits.ts'`],
  ['server/src/lines/to-unranked.ts', `import '../unranked/unranked.ts'`],
];

const inner = [
  ['server/src/lines/c.ts', `import '../credits/credits.sql.ts'`],
  ['server/src/lines/deep/d.ts', `import '../../credits/deep/wallets.sql.ts'`],
  ['server/src/lines/inner.ts', `import '../credits/ledger.ts'`],
  ['server/src/lines/inner-type.ts', `import type { Wallet } from '../credits/ledger.ts'`],
  ['server/src/app.ts', `import './credits/credits.sql.ts'`],
  ['server/src/jobs.ts', `import './lines/export-lines.ts'`],
  ['server/src/lines/own-entry.ts', `import './lines.ts'`],
  ['server/src/lines/deep/own-entry.ts', `import type { Line } from '../lines.ts'`],
  ['e2e/b.test.ts', `import '../server/src/lines/lines.sql.ts'`],
];

const panel = [
  ['panel/src/foundation/a.ts', `import '../lines/columns.ts'`],
  ['panel/src/foundation/b.tsx', `import '../routes.tsx'`],
  ['panel/src/foundation/c.tsx', `import type { Props } from '../ui/Confirm.tsx'`],
  ['panel/src/ui/table/a.tsx', `import '../../lines/columns.ts'`],
  ['panel/src/lines/c.tsx', `import type { Route } from '../routes.tsx'`],
  ['panel/src/lines/up.tsx', `import { AbuseWindow } from '../abuse/AbuseWindow.tsx'`],
  ['panel/src/lines/deep/up-type.ts', `import type { Limit } from '../../limits/limit.ts'`],
  ['panel/src/credits/up-later.ts', `await import('../resellers/Resellers.tsx')`],
  ['panel/src/logs/same-rank.ts', `import '../credits/Extract.tsx'`],
  ['panel/src/unranked/a.ts', `import '../ui/LinkButton.tsx'`],
];

const cycles = [
  ['server/src/lines/cycle/a.ts', `import { b } from './b.ts'; export const a = () => b`],
  ['server/src/lines/cycle/b.ts', `import { a } from './a.ts'; export const b = () => a`],
  ['server/src/lines/types/a.ts', `import type { B } from './b.ts'; export type A = { b: B }`],
  ['server/src/lines/types/b.ts', `import { type A } from './a.ts'; export type B = { a: A }`],
  ['panel/src/lines/cycle/A.tsx', `import { b } from './b.ts'; export const a = () => b`],
  ['panel/src/lines/cycle/b.ts', `import { a } from './A.tsx'; export const b = () => a`],
  [
    'panel/src/ui/types/Sheet.tsx',
    `import { frame } from './Frame.tsx'; export type P = { f: typeof frame }`,
  ],
  [
    'panel/src/ui/types/Frame.tsx',
    `import type { P } from './Sheet.tsx'; export const frame = (_: P) => 0`,
  ],
];

const typeExpressions = [
  ['server/src/lines/type.ts', `export type Row = import('./row.ts').Row`],
  ['panel/src/lines/type.ts', `export const load = (): typeof import('./row.ts') => undefined`],
];

const allowed = [
  [
    'panel/src/lines/allowed.ts',
    `import '@ramal/contract/lines/lines'; import '../ui/table/Table.tsx'`,
  ],
  ['panel/src/abuse/allowed.ts', `import '../lines/deep/allowed.ts'`],
  ['panel/src/lines/allowed.test.ts', `import '../abuse/AbuseWindow.tsx'`],
  ['panel/src/ui/allowed.ts', `import '../foundation/theme.ts'; import '@mantine/core'`],
  ['panel/src/foundation/allowed.ts', `import './api.ts'`],
  ['panel/src/main.tsx', `import './routes.tsx'; import './lines/Lines.tsx'`],
  ['server/src/lines/allowed.ts', `import './lines.sql.ts'; import '../credits/credits.ts'`],
  ['server/src/lines/deep/allowed.ts', `import '../lines.sql.ts'; import '../../foundation/db.ts'`],
  ['server/src/lines/lines.ts', `export { listLines } from './list/list-lines.ts'`],
  ['server/src/lines/allowed.test.ts', `import './lines.ts'; import '../credits/ledger.ts'`],
  ['server/src/foundation/allowed.ts', `import pg from 'pg'; import './events.sql.ts'`],
  ['server/src/main.ts', `import './app.ts'; import './lines/lines.ts'`],
  ['server/test/allowed.ts', `import pg from 'pg'; import '../src/lines/lines.sql.ts'`],
  ['bench/src/allowed.ts', `import pg from 'pg'; import '../../server/src/lines/lines.sql.ts'`],
  [
    'portal/src/allowed.ts',
    `import '@ramal/contract/portal/portal'; await import('../../packages/pages/src/keys.ts')`,
  ],
  ['packages/pages/src/allowed.ts', `import '@ramal/contract/sessions'; import './keys.ts'`],
  ['contract/src/allowed.ts', `import { z } from 'zod'; import './errors.ts'`],
  ['e2e/allowed.test.ts', `import '../contract/src/lines/lines.ts'`],
];

const directions = { workspaces, driver, upward, inner, panel };

function plant() {
  for (const file of ['.oxlintrc.json', 'scripts/directions.mjs', 'scripts/module-ranks.mjs'])
    cpSync(join(root, file), join(project, file));
  const files = [...Object.values(directions).flat(), ...cycles, ...typeExpressions, ...allowed];
  for (const [file, text] of files) {
    mkdirSync(dirname(join(project, file)), { recursive: true });
    writeFileSync(join(project, file), `${text};\n`);
  }
}

let diagnostics = [];

/** Runs oxlint with the project's own configuration on generated files. */
beforeAll(() => {
  plant();
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json'], {
    cwd: project,
    encoding: 'utf8',
  });
  diagnostics = JSON.parse(stdout).diagnostics;
});

/** @returns {string[]} */
const filesWith = (rule) => {
  const diagnosticsOfRule = diagnostics.filter(({ code }) => code === rule);
  return [...new Set(diagnosticsOfRule.map(({ filename }) => String(filename)))];
};

const names = (files) => files.map(([file]) => file).sort();

describe('the lint rule of directions', () => {
  for (const [kind, files] of Object.entries(directions))
    it(`finds every import against ${kind}`, () => {
      expect(filesWith('ramal(directions)')).toEqual(expect.arrayContaining(names(files)));
    });

  it('reports nothing except the generated breaches', () => {
    const forbidden = Object.values(directions).flat();
    expect(new Set(filesWith('ramal(directions)'))).toEqual(new Set(names(forbidden)));
  });

  it('reports the reason in the words of the rank list', () => {
    const messages = diagnostics
      .filter(({ code }) => code === 'ramal(directions)')
      .filter(({ filename }) => filename === 'server/src/credits/up-type.ts')
      .map(({ message }) => message);
    expect(messages).toEqual(['credits imports only from ranks below its own; lines is not.']);
  });
});

it('finds cycles among files, type-only imports included', () => {
  expect(new Set(filesWith('import(no-cycle)'))).toEqual(new Set(names(cycles)));
});

it('requires type imports as statements, which the cycle check finds', () => {
  expect(new Set(filesWith('ramal(types-by-statement)'))).toEqual(new Set(names(typeExpressions)));
});

it('the rank list contains every module of the server once', () => {
  const modules = readdirSync(join(root, 'server/src'))
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => name.replace(/\.ts$/, ''));
  expect(SERVER_RANKS.flat().sort()).toEqual(modules.sort());
});

it('the rank list contains every module of the panel once', () => {
  const modules = readdirSync(join(root, 'panel/src')).filter(
    (name) => !/(\.test\.tsx?|\.d\.ts)$/.test(name),
  );
  expect(PANEL_RANKS.flat().sort()).toEqual(modules.sort());
});
