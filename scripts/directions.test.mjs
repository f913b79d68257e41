import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const house = realpathSync(mkdtempSync(join(tmpdir(), 'ramal-directions-')));
afterAll(() => rmSync(house, { recursive: true, force: true }));

const forbidden = [
  ['panel/src/lines/a.ts', `import '../../../server/src/lines/lines.ts'`],
  ['panel/src/lines/b.ts', `import type { Line } from '@ramal/server/lines/lines'`],
  ['server/src/lines/a.ts', `export * from '../../../panel/src/lines/columns.ts'`],
  ['server/src/lines/b.ts', `export { columns } from '@ramal/panel/lines/columns'`],
  ['contract/src/a.ts', `import '../../server/src/lines/lines.ts'`],
  ['contract/src/b.ts', `await import('../../panel/src/lines/columns.ts')`],
  ['contract/src/c.ts', `import '@ramal/server/lines/lines'`],
  ['server/src/foundation/a.ts', `import '../lines/lines.ts'`],
  ['server/src/foundation/http/b.ts', `import '../../app.ts'`],
  ['server/src/lines/c.ts', `import '../credits/credits.sql.ts'`],
  ['server/src/lines/deep/d.ts', `import '../../credits/deep/wallets.sql.ts'`],
  ['server/src/app.ts', `import './credits/credits.sql.ts'`],
  ['server/src/lines/e.ts', `import pg from 'pg'`],
  ['server/src/lines/f.test.ts', `import type { Pool } from 'pg-pool'`],
  ['server/src/lines/g.ts', `export type Client = import('pg').Client`],
  ['e2e/a.test.ts', `import pg from 'pg'`],
  ['panel/src/foundation/a.ts', `import '../lines/columns.ts'`],
  ['panel/src/foundation/b.tsx', `import '../routes.tsx'`],
  ['panel/src/ui/table/a.tsx', `import '../../lines/columns.ts'`],
];

const allowed = [
  ['panel/src/lines/allowed.ts', `import '@ramal/contract/lines'; import '../ui/table/Table.tsx'`],
  ['panel/src/ui/allowed.ts', `import '../foundation/theme.ts'; import '@mantine/core'`],
  ['panel/src/foundation/allowed.ts', `import '../ui/Confirm.tsx'; import './api.ts'`],
  ['server/src/lines/allowed.ts', `import './lines.sql.ts'; import '../credits/credits.ts'`],
  ['server/src/lines/deep/allowed.ts', `import '../lines.sql.ts'; import '../../foundation/db.ts'`],
  ['server/src/foundation/allowed.ts', `import pg from 'pg'; import './events.sql.ts'`],
  ['server/test/allowed.ts', `import pg from 'pg'; import '../src/lines/lines.sql.ts'`],
  ['bench/src/allowed.ts', `import pg from 'pg'; import '../../server/src/lines/lines.sql.ts'`],
  ['contract/src/allowed.ts', `import { z } from 'zod'; import './errors.ts'`],
  ['e2e/allowed.test.ts', `import '../contract/src/lines.ts'`],
];

function plant() {
  for (const file of ['.oxlintrc.json', 'scripts/directions.mjs']) {
    cpSync(join(root, file), join(house, file));
  }
  for (const [file, text] of [...forbidden, ...allowed]) {
    mkdirSync(dirname(join(house, file)), { recursive: true });
    writeFileSync(join(house, file), `${text};\n`);
  }
}

/** The files in which the project's own configuration of oxlint finds a wrong direction. */
function lint() {
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'json'], {
    cwd: house,
    encoding: 'utf8',
  });
  const { diagnostics } = JSON.parse(stdout);
  return diagnostics
    .filter(({ code }) => code === 'ramal(directions)')
    .map(({ filename }) => filename);
}

it('finds every import that leads the wrong way, and no other', () => {
  plant();
  expect(lint().sort()).toEqual(forbidden.map(([file]) => file).sort());
});
