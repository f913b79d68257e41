/** Folding of text for searches. The database function `fold` has the same result. */

/** Removes accents and converts to lower case: «São João» becomes «sao joao». */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
