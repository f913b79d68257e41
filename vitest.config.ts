import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** These files replace a module or the timers, so each of them needs modules of its own. */
const isolated = [
  'server/src/lines/migrate/migrate-line-names.test.ts',
  'server/src/player/test-channel/continuous.test.ts',
  'server/src/sessions/sign-in/sign-in.test.ts',
];

const server = { globalSetup: ['server/test/global-setup.ts'] };

export default defineConfig({
  test: {
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      { extends: true, test: { name: 'contract', include: ['contract/**/*.test.ts'] } },
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
      { extends: true, test: { name: 'panel', include: ['panel/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['panel/**/*.test.tsx'],
          environment: 'happy-dom',
        },
      },
      { extends: true, test: { name: 'scripts', include: ['scripts/**/*.test.mjs'] } },
    ],
  },
});
