/**
 * `npm run test:release` builds a release and tests it: archive, units, Debian package, container
 * and manifests. Names of checks after `--` run only these checks.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, runProgram } from '../../run.mjs';

const SUFFIX = '.check.mjs';
const folder = join(root, 'scripts/release/test');
const wanted = process.argv.slice(2);
const checks = readdirSync(folder)
  .filter((name) => name.endsWith(SUFFIX))
  .filter((name) => wanted.length === 0 || wanted.includes(name.slice(0, -SUFFIX.length)))
  .map((name) => join(folder, name));

const isBuilt = runProgram(process.execPath, [
  join(root, 'scripts/release/build.mjs'),
  '--modified',
]);
const options = { stdio: ['ignore', 1, 2] };
const isPassed =
  isBuilt && runProgram(process.execPath, ['--test', '--test-concurrency=1', ...checks], options);
process.exitCode = isPassed ? 0 : 1;
