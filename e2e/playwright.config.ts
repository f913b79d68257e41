import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { createLaunchOptions } from './support/launch-options.ts';

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // At least two workers run, because a journey waits about half of its time. The files are
  // distributed among the workers.
  workers: Math.max(2, availableParallelism()),
  // On a busy machine a browser sometimes loses a key press or a frame. Two failures of a journey
  // fail the run. A single failure is listed at the end of the run, so that it is corrected.
  retries: 1,
  forbidOnly: true,
  // Long enough for a busy machine. Only a failed test waits this long.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // The journeys test responses of the server. A service worker could answer in its place, so
    // only installable.spec.ts and push.spec.ts allow it.
    serviceWorkers: 'block',
    // Without animations tests need not wait for them. sell.spec.ts sells with animations, as most
    // users do.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    // A test that needs more than the headless shell launches another browser (push.spec.ts).
    launchOptions: createLaunchOptions(
      process.env.RAMAL_HEADLESS_SHELL || process.env.RAMAL_CHROMIUM,
    ),
  },
});
