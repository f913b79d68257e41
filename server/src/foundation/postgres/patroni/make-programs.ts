/**
 * `npm run programs -- FOLDER`: copies Ramal's PostgreSQL to a fixed folder and adds the programs
 * that Patroni needs from it (`bin_dir`).
 */
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { orExplain } from '../../start/explain-failure.ts';
import { OperatorError } from '../../start/operator-error.ts';
import { locatePackage } from '../binaries.ts';
import { copyNative } from '../native-files.ts';

await orExplain(async () => {
  const folder = process.argv[2];
  if (!folder)
    throw new OperatorError('Indique a pasta: npm run programs -- /usr/lib/ramal/postgresql');
  makePrograms(path.resolve(folder));
  return 0;
});

function makePrograms(folder: string): void {
  const { native, version } = locatePackage();
  rmSync(folder, { recursive: true, force: true });
  copyNative(native, folder);
  const bin = path.join(folder, 'bin');
  for (const [name, script] of [
    ['pg_controldata', 'pg-controldata.ts'],
    ['pg_isready', 'pg-isready.ts'],
    ['copy-primary', 'copy-primary.ts'],
  ] as const)
    writeScript(path.join(bin, name), path.join(import.meta.dirname, script));
  process.stdout.write(`PostgreSQL ${version}: ${bin}\n`);
}

function writeScript(file: string, script: string): void {
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`);
  chmodSync(file, 0o755);
}
