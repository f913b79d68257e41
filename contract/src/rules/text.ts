/** Text as searches compare it. The function `fold` of the database reads it alike. */

/** Lower case and without accents: «São João» becomes «sao joao». */
export const foldText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
