/** Reads and formats one figure of an answer. */
import type { FigureKey } from '@ramal/contract/numbers/figures';
import type { Figure } from '@ramal/contract/numbers/numbers';
import { formatCount } from '../foundation/numbers.ts';
import { formatCents, formatRate, formatShare, NO_FIGURE } from './number-words.ts';

export const findFigure = (figures: readonly Figure[], key: FigureKey): Figure | undefined =>
  figures.find(({ figure }) => figure === key);

/** Formats a value in the unit of its figure: `R$ 33,63`, `312`, `7,5%`. */
export function formatValue(value: number | null | undefined, unit: Figure['unit']): string {
  if (value === null || value === undefined) return NO_FIGURE;
  return unit === 'cents'
    ? formatCents(value)
    : unit === 'rate'
      ? formatRate(value)
      : formatCount(value);
}

/**
 * Formats a figure. A rate is calculated from its numerator and denominator, because its value is
 * already rounded.
 */
export function formatFigure(figure: Figure | undefined): string {
  if (!figure || figure.value === null) return NO_FIGURE;
  const { unit, value, numerator, denominator } = figure;
  return unit === 'rate' && numerator !== null && denominator
    ? formatShare({ part: numerator, whole: denominator })
    : formatValue(value, unit);
}

/** Returns «22 de 293». Undefined if the parts are unknown. */
export const partsInWords = (figure: Figure | undefined): string | undefined =>
  figure?.numerator === null || figure?.denominator === null || !figure
    ? undefined
    : `${formatCount(figure.numerator)} de ${formatCount(figure.denominator)}`;
