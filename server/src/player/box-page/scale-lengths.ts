/** Factors of a screen, relative to the screen for which the page is drawn. */
interface Scale {
  readonly across: number;
  readonly down: number;
  /** Borders and corners. */
  readonly edge: number;
}

/** Factor of 1920×1080. */
export const FULL_HD: Scale = { across: 1.5, down: 1.5, edge: 1.5 };

/** Factors of 720×576, which a television stretches to 16:9. */
export const PAL: Scale = { across: 720 / 1280, down: 576 / 720, edge: 1 };

const ACROSS = /^((padding-|margin-)?(left|right)|(max-)?width|letter-spacing)$/;
const EDGE = /^(border|outline)/;

/** Multiplies every length of a style sheet by the factor of its direction. */
export const scaleLengths = (sheet: string, scale: Scale): string =>
  sheet.replace(/(?<![a-z-])([a-z-]+): ([^:;{}]*);/g, (_, property: string, value: string) => {
    let side = 0;
    const scaled = value.replace(/(-?[\d.]+)(px)?/g, (text, length: string, unit?: string) => {
      const factor = factorOf(property, side++, scale);
      return unit ? `${Math.round(Number(length) * factor)}px` : text;
    });
    return `${property}: ${scaled};`;
  });

function factorOf(property: string, side: number, { across, down, edge }: Scale): number {
  if (EDGE.test(property)) return edge;
  // The sides of a padding alternate: top, right, bottom, left.
  const isAcross = ACROSS.test(property) || (property === 'padding' && side % 2 === 1);
  return isAcross ? across : down;
}
