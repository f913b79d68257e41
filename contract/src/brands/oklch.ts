/**
 * Colours in OKLCH (Björn Ottosson), which consist of lightness, chroma and hue. Also computes
 * contrasts (WCAG 2.2).
 */
export interface Tone {
  /** From 0 (black) to 1 (white). */
  readonly lightness: number;
  /** From 0 (grey) to about 0.32. */
  readonly chroma: number;
  /** Hue in degrees. It has no meaning for a nearly grey colour. */
  readonly hue: number;
}

type Three = readonly [number, number, number];

const channels = (hex: string): Three =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255) as unknown as Three;
const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const fromLinear = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

/** Converts a colour from `#rrggbb` to a tone. */
export function toTone(hex: string): Tone {
  const [r, g, b] = channels(hex).map(toLinear) as unknown as Three;
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const y = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    lightness: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    chroma: Math.hypot(x, y),
    hue: ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360,
  };
}

function linearOf({ lightness, chroma, hue }: Tone): Three {
  const x = chroma * Math.cos((hue * Math.PI) / 180);
  const y = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const m = (lightness - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const s = (lightness - 0.0894841775 * x - 1.291485548 * y) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/**
 * Converts the tone to `#rrggbb`. If screens cannot show the colour, its chroma is reduced.
 * Lightness and hue stay the same.
 */
export function toHex(tone: Tone): string {
  let shown = tone;
  while (
    shown.chroma > 0.001 &&
    !linearOf(shown).every((value) => value > -0.0005 && value < 1.0005)
  ) {
    shown = { ...shown, chroma: shown.chroma * 0.96 };
  }
  const digits = linearOf(shown).map((value) => {
    const byte = Math.round(fromLinear(Math.min(1, Math.max(0, value))) * 255);
    return byte.toString(16).padStart(2, '0');
  });
  return `#${digits.join('')}`;
}

function luminance(hex: string): number {
  const [r, g, b] = channels(hex).map(toLinear) as unknown as Three;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the WCAG contrast of two colours, 1 to 21. */
export function contrast(first: string, second: string): number {
  const [dark, light] = [luminance(first), luminance(second)].toSorted((a, b) => a - b) as [
    number,
    number,
  ];
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the difference of two hues in degrees, from 0 to 180. */
export const hueDistance = (a: number, b: number): number => Math.abs(((a - b + 540) % 360) - 180);
