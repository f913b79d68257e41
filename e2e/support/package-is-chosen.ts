import type { Page } from '@playwright/test';
import { expect } from './server.ts';

/** Without a package nothing is sold; the first is chosen when the packages have come. */
export const packageIsChosen = (page: Page): Promise<void> =>
  expect(
    page.getByRole('radiogroup', { name: 'Pacote' }).getByRole('radio', { checked: true }),
  ).toHaveCount(1);
