const REPLACEMENT = '\ufffd';

/** Returns the beginning of a text, cut between characters. */
export function cutText(text: string, most: number): string {
  const cut = text.slice(0, most).toWellFormed();
  let end = cut.length;
  while (cut[end - 1] === REPLACEMENT) end -= 1;
  return cut.slice(0, end);
}

/** Returns the text, or its beginning with «…» if it is longer. */
export const shortenText = (text: string, most: number): string =>
  text.length > most ? `${cutText(text, most - 1)}…` : text;
