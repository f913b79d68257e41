import { readFileSync, readdirSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { leanCalls } from './panel/lean-calls.ts';

/**
 * Test files that replace a module or the timers. They must not share their modules with other test
 * files.
 */
const isolated = readdirSync(join(import.meta.dirname, 'server'), {
  recursive: true,
  encoding: 'utf8',
})
  .map((file) => join('server', file))
  .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
  .filter((file) =>
    /vi\.(mock|useFakeTimers)\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );

/** Runs last, as it checks the statements that the other server tests recorded. */
const statementColumns = 'server/test/checks/statement-columns.test.ts';
const statementsFolder = join(tmpdir(), `ramal-statements-${process.pid}`);

/**
 * Node keeps compiled code here. The workers and the servers that tests start as processes load the
 * same thousand modules. `npm ci` deletes the folder.
 */
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

const properties = { setupFiles: ['server/test/property-runs.ts'] };
const server = {
  setupFiles: [...properties.setupFiles, 'server/test/record-statements.ts'],
  globalSetup: ['server/test/global-setup.ts'],
  provide: { statementsFolder },
};

export default defineConfig({
  test: {
    // Only a hanging test waits for the whole time. A busy machine needs a minute for tests of processes.
    testTimeout: 90_000,
    hookTimeout: 120_000,
    // Timeout of polls. A busy machine may need seconds, and only a failing test waits for the
    // whole time.
    expect: { poll: { timeout: 15_000 } },
    // Allows more workers than processors, because tests of processes and providers wait half of
    // their time.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        extends: true,
        test: {
          ...properties,
          name: 'contract',
          include: ['contract/**/*.test.ts', 'packages/pages/**/*.test.{ts,tsx}'],
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: [...isolated, statementColumns],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...server, name: 'server, isolated', include: isolated },
      },
      {
        extends: true,
        test: {
          name: 'server, statements',
          include: [statementColumns],
          provide: { statementsFolder },
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        plugins: [leanCalls()],
        test: { ...properties, name: 'panel', include: ['panel/**/*.test.ts'] },
      },
      {
        extends: true,
        plugins: [leanCalls()],
        test: {
          name: 'screens',
          include: ['panel/**/*.test.tsx'],
          environment: 'happy-dom',
          isolate: false,
          // A screen test gets a second attempt, as the journeys do (e2e/playwright.config.ts). The
          // end of the run lists such a test, so that it is corrected.
          retry: 1,
          setupFiles: ['panel/src/foundation/test-setup.ts'],
        },
      },
      { extends: true, test: { name: 'scripts', include: ['scripts/**/*.test.mjs'] } },
    ],
  },
});
