import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** These files replace a module, so each of them needs modules of its own. */
const withMockedModules = [
  'server/src/lines/migrate/migrate-line-names.test.ts',
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
          exclude: withMockedModules,
          isolate: false,
        },
      },
      {
        extends: true,
        test: { ...server, name: 'server with mocks', include: withMockedModules },
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
