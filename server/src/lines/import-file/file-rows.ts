/** The result of reading a file of any format: rows of text. */

import { undoTextForm } from './sheet-text.ts';

export interface FileCells {
  /** The row's number in the file, counted from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/**
 * Number of characters that are read from a cell. No valid field is so long, so the validation of
 * the field rejects a shortened text.
 */
export const MAX_CELL_LENGTH = 2_001;

// eslint-disable-next-line no-control-regex -- PostgreSQL cannot store this character
const UNSTORABLE = /\u0000/g;

/**
 * Returns the stored form of a cell: trimmed, without a spreadsheet's text form, and with a
 * replacement for characters that PostgreSQL cannot store.
 */
export const toStoredCell = (text: string): string =>
  undoTextForm(text.slice(0, MAX_CELL_LENGTH)).trim().toWellFormed().replace(UNSTORABLE, '\uFFFD');
