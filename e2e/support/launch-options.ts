/** Launch options of Chromium. Without a path Playwright uses its own browser. */
import type { LaunchOptions } from '@playwright/test';

const isRoot = process.getuid?.() === 0;

export const createLaunchOptions = (executablePath: string | undefined): LaunchOptions => ({
  ...(executablePath && { executablePath }),
  args: [
    ...(isRoot ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    '--disable-quic',
  ],
});
