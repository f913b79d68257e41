import type { Page } from '@playwright/test';
import { expect } from './server.ts';

/** Waits until the form has selected the first package. Before that nothing can be sold. */
export const waitForPackage = (page: Page): Promise<void> =>
  expect(
    page.getByRole('radiogroup', { name: 'Pacote' }).getByRole('radio', { checked: true }),
  ).toHaveCount(1);
