import { countOf } from '../../foundation/numbers.ts';

/** 0 is without limit. */
export const screensText = (screens: number): string =>
  screens === 0 ? 'sem limite' : countOf(screens, 'tela', 'telas');
