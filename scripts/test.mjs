import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npm, runOrExplain, root, runProgram } from './run.mjs';
import { setUp } from './setup.mjs';
import { countPlaywright, countVitest } from './test-counts.mjs';

/** Projects whose tests need neither a database nor a DOM. */
const UNIT_PROJECTS = ['contract', 'panel', 'scripts'].flatMap((name) => ['--project', name]);
/** Journey of the short run: sends a test line, sells it, renews it and compares the figures. */
const ONE_JOURNEY = ['seller-day.spec.ts', '--grep', 'a test is sent'];

const reports = mkdtempSync(join(tmpdir(), 'ramal-reports-'));

const ready = await runOrExplain(async () => {
  const long = process.argv[2] === 'long';
  const quick = process.argv[2] === '--quick';
  const { node, chromium, headlessShell, ffprobe, powerDns, nginx } = await setUp({
    browser: !long,
  });
  const env = {
    ...process.env,
    RAMAL_CHROMIUM: chromium,
    RAMAL_HEADLESS_SHELL: headlessShell,
    RAMAL_FFPROBE: ffprobe,
    RAMAL_PDNS: powerDns,
    RAMAL_NGINX: nginx,
  };
  const steps = long
    ? { long: () => vitest(node, { ...env, RAMAL_LONG: '1' }, filesWithLongForm()) }
    : {
        format: () => check('format:check'),
        lockfile: () => check('lockfile'),
        prose: () => check('prose'),
        lint: () => check('lint'),
        types: () => check('types'),
        vitest: () => vitest(node, env, quick ? UNIT_PROJECTS : []),
        playwright: () => playwright(node, env, quick ? ONE_JOURNEY : []),
      };
  report(Object.entries(steps).map(([name, step]) => timed(name, step)));
});
if (!ready) console.log('\n0 passed, 1 failed');
rmSync(reports, { recursive: true, force: true });

function check(name) {
  const ok = npm(['run', '--silent', name], { stdio: ['ignore', 1, 2] });
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/** Returns the test files that have a long form, which `npm run test:long` executes. */
function filesWithLongForm() {
  return readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
    .map((file) => join('server', file))
    .filter((file) => /property-runs|announceSeed/.test(readFileSync(join(root, file), 'utf8')));
}

function vitest(node, env, filters) {
  const file = join(reports, 'vitest.json');
  const ok = runProgram(
    node,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...filters,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ],
    { env, stdio: ['ignore', 1, 2] },
  );
  return countVitest(file, ok);
}

function playwright(node, env, filters) {
  const file = join(reports, 'playwright.json');
  const ok = runProgram(
    node,
    ['../node_modules/@playwright/test/cli.js', 'test', ...filters, '--reporter=list,json'],
    {
      cwd: join(root, 'e2e'),
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
      stdio: ['ignore', 1, 2],
    },
  );
  return countPlaywright(file, ok);
}

function timed(name, step) {
  console.log(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
  const start = Date.now();
  return { name, ...step(), seconds: (Date.now() - start) / 1000 };
}

function report(results) {
  console.log('');
  // Repeats the failures at the end, because CI keeps only the last part of a long output.
  for (const failure of results.flatMap(({ failures = [] }) => failures))
    console.log(`failed: ${failure.replace(`${root}/`, '')}`);
  for (const test of results.flatMap(({ secondTries = [] }) => secondTries))
    console.log(`second try: ${test.replace(`${root}/`, '')}`);
  for (const { name, passed, failed, skipped, flaky, seconds } of results) {
    const skippedToo = skipped ? `, ${skipped} skipped` : '';
    const secondTry = flaky ? `, ${flaky} at the second try` : '';
    const counts = `${passed} passed, ${failed} failed${skippedToo}${secondTry}`;
    console.log(`${name.padEnd(12)}${counts.padEnd(34)}${seconds.toFixed(1).padStart(7)} s`);
  }
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
  console.log(`\n${passed} passed, ${failed} failed`);
}
