/** Multiplies every length of a style sheet. A hairline keeps at least one pixel. */
export const scaleLengths = (sheet: string, factor: number): string =>
  sheet.replace(/(-?[\d.]+)px/g, (_, length: string) => `${Math.round(Number(length) * factor)}px`);
