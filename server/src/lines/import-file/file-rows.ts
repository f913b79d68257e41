/** The result of reading a file of any format: rows of text. */

import { undoTextForm } from './sheet-text.ts';

export interface FileCells {
  /** The row's number in the file, counted from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/**
 * Maximum number of characters that are read from a cell. No field allows so many. If a text was
 * cut, the validation of its field therefore rejects it.
 */
export const MAX_CELL_LENGTH = 2_001;

// eslint-disable-next-line no-control-regex -- PostgreSQL cannot store this character
const UNSTORABLE = /\u0000/g;

/**
 * Returns the stored form of a cell. Blanks at both ends and the marks by which a spreadsheet
 * stores a text (`undoTextForm`) are removed. Characters that PostgreSQL cannot store are replaced.
 */
export const toStoredCell = (text: string): string =>
  undoTextForm(text.slice(0, MAX_CELL_LENGTH)).trim().toWellFormed().replace(UNSTORABLE, '\uFFFD');
