/** What reading a file answers, whatever it was: rows of text. */

export interface FileCells {
  /** As in the file, counted from 1. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** Why a file cannot be read, in words for whoever sent it. */
export class FileUnreadable extends Error {}

/** No field takes so much: what was cut off is refused by the field it is read into. */
export const LONGEST_CELL = 2_001;

// eslint-disable-next-line no-control-regex -- what no database keeps
const UNSTORABLE = /\u0000/g;

/** As it is kept: without what is around it, and with a mark in place of what cannot be kept. */
export const keptCell = (text: string): string =>
  text.slice(0, LONGEST_CELL).trim().toWellFormed().replace(UNSTORABLE, '\uFFFD');
