import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { npm, root, say, SetupError } from './run.mjs';

const stamp = join(root, '.setup', 'packages');
const lockFile = join(root, 'package-lock.json');
const installedFile = join(root, 'node_modules', '.package-lock.json');

/** Installs exactly the packages of the lockfile, unless they are already installed. */
export function installPackages() {
  const wanted = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  if (existsSync(installedFile)) {
    if (readStamp() === wanted) return;
    if (matchesLock()) return writeStamp(wanted);
  }
  say('Instalando os pacotes (npm ci); na primeira vez leva cerca de um minuto.');
  rmSync(stamp, { force: true });
  // The option includes the dev packages even with NODE_ENV=production, because the server builds
  // the panel. Install scripts are not run.
  const done = npm([
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]);
  if (!done) throw new SetupError('npm ci falhou, veja as linhas acima: nada foi iniciado.');
  writeStamp(wanted);
}

/**
 * True if the packages that npm has installed equal those of the lockfile. This is the case after a
 * manual `npm ci`.
 */
function matchesLock() {
  const wanted = readPackages(lockFile);
  const installed = readPackages(installedFile);
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.includes('node_modules/') || entry.link) return true;
    return installed[path]
      ? installed[path].version === entry.version && installed[path].integrity === entry.integrity
      : entry.optional === true;
  });
}

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

const readStamp = () => (existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined);

function writeStamp(hash) {
  mkdirSync(join(root, '.setup'), { recursive: true });
  writeFileSync(stamp, hash);
}
