/**
 * Derives all accent colours of a brand from one colour. All of them have the hue of this colour.
 * Their lightness is adjusted until the contrast is sufficient.
 */
import type { BrandColors } from './brands.ts';
import { contrast, toHex, hueDistance, type Tone, toTone } from './oklch.ts';

/** Minimum contrast of text by WCAG 2.2, level AA. */
export const TEXT_CONTRAST = 4.5;

export type Scheme = 'light' | 'dark';

/**
 * Backgrounds behind accent text: canvas, surface, sunken, hover and press of the panel's
 * theme.css.
 */
export const backgrounds: Record<Scheme, readonly string[]> = {
  light: ['#f6f6f8', '#ffffff', '#f0f0f3', '#f3f3f6', '#eaeaee'],
  dark: ['#0b0c0f', '#121419', '#0e1014', '#1a1d24', '#22262e'],
};

/** Text colours of theme.css, light scheme: red, amber, green, and the blue of tests. */
export const signals = {
  red: '#be2330',
  amber: '#875100',
  green: '#0a7446',
  'the blue of tests': '#0b6880',
};

export type SignalName = keyof typeof signals;

export const MIN_HUE_DISTANCE = 40;
/** A colour with a lower chroma looks grey. */
const GREY_CHROMA = 0.04;
const STEP = 0.005;

export function accentFamily(accent: string, scheme: Scheme): BrandColors {
  const tone = toTone(accent);
  return scheme === 'light' ? lightFamily(tone) : darkFamily(tone);
}

function lightFamily(tone: Tone): BrandColors {
  const accent = moved(tone, -STEP, ['#ffffff']);
  const soft = washed(tone, 0.955, 0.17);
  const sel = washed(tone, 0.967, 0.11);
  // Hover colour. It is normally darker than the accent. A nearly black accent has no darker tone,
  // so its hover is lighter; white text is still readable on it.
  const hover = accent.lightness > 0.25 ? accent.lightness - 0.06 : 0.32;
  return {
    accent: toHex(accent),
    accentHover: toHex({ ...accent, lightness: hover }),
    accentInk: toHex(moved(accent, -STEP, [...backgrounds.light, soft, sel])),
    accentSoft: soft,
    accentLine: washed(tone, 0.87, 0.38),
    sel,
    ring: toHex(accent),
  };
}

function darkFamily(tone: Tone): BrandColors {
  // Lightest tone on which white text is readable, so that the accent is visible on a dark
  // background.
  const accent = moved({ ...tone, lightness: 0.62 }, -STEP, ['#ffffff']);
  const soft = washed(tone, 0.26, 0.33);
  const sel = washed(tone, 0.23, 0.22);
  const ink = moved({ ...tone, lightness: 0.75, chroma: Math.min(tone.chroma, 0.14) }, STEP, [
    ...backgrounds.dark,
    soft,
    sel,
  ]);
  return {
    accent: toHex(accent),
    accentHover: toHex({ ...accent, lightness: accent.lightness - 0.035 }),
    accentInk: toHex(ink),
    accentSoft: soft,
    accentLine: washed(tone, 0.39, 0.55),
    sel,
    ring: toHex(ink),
  };
}

/**
 * Returns a background colour with the hue of the tone and a fraction of its chroma. A nearly grey
 * colour stays grey.
 */
const washed = (tone: Tone, lightness: number, share: number): string =>
  toHex({ ...tone, lightness, chroma: Math.min(tone.chroma, 0.19) * share });

/**
 * Changes the lightness of a tone in steps until its contrast to all other colours is sufficient.
 */
function moved(tone: Tone, step: number, others: readonly string[]): Tone {
  let shifted = tone;
  while (others.some((other) => contrast(toHex(shifted), other) < TEXT_CONTRAST)) {
    const lightness = shifted.lightness + step;
    if (lightness <= 0 || lightness >= 1)
      return { ...shifted, lightness: step > 0 ? 1 : 0, chroma: 0 };
    shifted = { ...shifted, lightness };
  }
  return shifted;
}

/**
 * Returns the signal colours that look similar to the accent. For example, a red «+30» looks like a
 * warning.
 */
export const confusableWith = (accent: string): SignalName[] =>
  signalDistances(accent)
    .filter(({ degrees }) => degrees < MIN_HUE_DISTANCE)
    .map(({ signal }) => signal);

/**
 * Returns the hue distance to each signal colour in degrees. Empty for a grey accent, which is not
 * similar to any signal colour.
 */
function signalDistances(accent: string): { signal: SignalName; degrees: number }[] {
  const { chroma, hue } = toTone(accent);
  if (chroma < GREY_CHROMA) return [];
  return Object.entries(signals).map(([signal, color]) => ({
    signal: signal as SignalName,
    degrees: hueDistance(hue, toTone(color).hue),
  }));
}

export interface AccentFigures {
  /** Contrast of white text on the chosen accent. */
  readonly onAccent: number;
  /** Contrast of links on white. If the accent is too light, links use a darker tone of it. */
  readonly links: number;
  /** Nearest signal colour; undefined for a grey. */
  readonly nearest: { readonly signal: SignalName; readonly degrees: number } | undefined;
}

/** Returns the figures that a person sees while choosing an accent. */
export const accentFigures = (accent: string): AccentFigures => ({
  onAccent: contrast('#ffffff', accent),
  links: contrast('#ffffff', accentFamily(accent, 'light').accentInk),
  nearest: signalDistances(accent).toSorted((a, b) => a.degrees - b.degrees)[0],
});

type AccentProblem = 'tooLight' | 'likeSignal';

/**
 * Returns the problem that must be corrected before an accent is used; undefined if the accent is
 * suitable.
 */
export function accentProblem({ onAccent, nearest }: AccentFigures): AccentProblem | undefined {
  if (onAccent < TEXT_CONTRAST) return 'tooLight';
  return nearest && nearest.degrees < MIN_HUE_DISTANCE ? 'likeSignal' : undefined;
}
