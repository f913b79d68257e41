/** The result of reading a file of any format: rows of text. */

import { undoTextForm } from './sheet-text.ts';

export interface FileCells {
  /** The row's number in the file, counted from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** No field is this long: a text that was cut off is refused by its field. */
export const LONGEST_CELL = 2_001;

// eslint-disable-next-line no-control-regex -- what no database keeps
const UNSTORABLE = /\u0000/g;

/** The stored form: trimmed, without a spreadsheet's text form, and with a mark in place of characters that PostgreSQL cannot store. */
export const keptCell = (text: string): string =>
  undoTextForm(text.slice(0, LONGEST_CELL)).trim().toWellFormed().replace(UNSTORABLE, '\uFFFD');
