import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { launchOptionsOf } from './support/launch-options.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // At least two, because journeys wait as much as they compute. Files are divided among the workers.
  workers: Math.max(2, availableParallelism()),
  // A browser on a busy machine sometimes loses a key press or a frame. Two failures fail the run;
  // a single one is listed at its end, so that it is fixed.
  retries: 1,
  forbidOnly: true,
  // Generous for a busy machine: only a failure ever waits this long.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Journeys check the server's responses; only installable.spec.ts keeps the shell.
    serviceWorkers: 'block',
    // Nothing waits for what only moves; sell.spec.ts sells with movement, as most users do.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    // A journey that needs what the shell leaves out says so (push.spec.ts).
    launchOptions: launchOptionsOf(process.env.RAMAL_HEADLESS_SHELL || process.env.RAMAL_CHROMIUM),
  },
});
