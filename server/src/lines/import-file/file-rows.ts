/** The result of reading a file of any format: rows of text. */

import { undoTextForm } from './sheet-text.ts';

export interface FileCells {
  /** The row's number in the file, counted from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** Longer than any valid field, so that the field's validation rejects a text that was cut. */
export const MAX_CELL_LENGTH = 2_001;

// eslint-disable-next-line no-control-regex -- PostgreSQL cannot store this character
const UNSTORABLE = /\u0000/g;

/**
 * Returns the stored form of a cell: trimmed, without a spreadsheet's text form, and with a
 * replacement for characters that PostgreSQL cannot store.
 */
export const toStoredCell = (text: string): string =>
  undoTextForm(text.slice(0, MAX_CELL_LENGTH)).trim().toWellFormed().replace(UNSTORABLE, '\uFFFD');
