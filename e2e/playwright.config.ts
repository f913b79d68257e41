import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

const isRoot = process.getuid?.() === 0;

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // At least two, because journeys wait as much as they compute. Files are divided among the workers.
  workers: Math.max(2, availableParallelism()),
  // A browser on a busy machine loses a key press or a frame now and then. Whoever fails twice fails;
  // whoever fails once is named at the end of the run, so that it is mended and not forgotten.
  retries: 1,
  forbidOnly: true,
  // Generous for a busy machine: only a failure ever waits this long.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Journeys look at what the server answers; installable.spec.ts alone keeps the shell.
    serviceWorkers: 'block',
    // Nothing waits for what only moves; sell.spec.ts sells with movement, as most users do.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    launchOptions: {
      ...(process.env.RAMAL_CHROMIUM && { executablePath: process.env.RAMAL_CHROMIUM }),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        '--disable-quic',
      ],
    },
  },
});
