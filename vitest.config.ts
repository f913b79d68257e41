import { readFileSync, readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Test files that replace a module or the timers need modules of their own. */
const isolated = readdirSync(join(import.meta.dirname, 'server'), {
  recursive: true,
  encoding: 'utf8',
})
  .map((file) => join('server', file))
  .filter((file) => file.endsWith('.test.ts') && !file.includes('node_modules'))
  .filter((file) =>
    /vi\.(mock|useFakeTimers)\(/.test(readFileSync(join(import.meta.dirname, file), 'utf8')),
  );

const properties = { setupFiles: ['server/test/property-runs.ts'] };
const server = { ...properties, globalSetup: ['server/test/global-setup.ts'] };

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: { ...properties, name: 'contract', include: ['contract/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          include: ['server/**/*.test.ts'],
          exclude: isolated,
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...server, name: 'server, isolated', include: isolated },
      },
      {
        extends: true,
        test: { ...properties, name: 'panel', include: ['panel/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['panel/**/*.test.tsx'],
          environment: 'happy-dom',
          isolate: false,
          setupFiles: ['panel/src/foundation/test-setup.ts'],
          testTimeout: 60_000,
        },
      },
      { extends: true, test: { name: 'scripts', include: ['scripts/**/*.test.mjs'] } },
    ],
  },
});
