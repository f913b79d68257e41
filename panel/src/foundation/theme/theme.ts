import { createTheme } from '@mantine/core';
import type { MantineColorsTuple, VariantColorsResolver } from '@mantine/core';

/**
 * Mantine requires ten shades of a primary colour. All ten have the same value, in all schemes and
 * brands.
 */
const accent: MantineColorsTuple = [
  '#4350d6',
  '#4350d6',
  '#4350d6',
  '#4350d6',
  '#4350d6',
  '#4350d6',
  '#4350d6',
  '#4350d6',
  '#4350d6',
  '#4350d6',
];

type Look = ReturnType<VariantColorsResolver>;

/** Colours of the buttons, by variant. Components use tokens, never hex values. */
const looks: Record<'subtle', Look> & Partial<Record<string, Look>> = {
  filled: {
    background: 'var(--accent)',
    hover: 'var(--accent-hover)',
    color: '#fff',
    border: '1px solid transparent',
  },
  default: {
    background: 'var(--surface)',
    hover: 'var(--hover)',
    color: 'var(--ink)',
    border: '1px solid var(--line-2)',
  },
  soft: {
    background: 'var(--accent-soft)',
    hover: 'var(--accent-soft)',
    color: 'var(--accent-ink)',
    border: '1px solid var(--accent-line)',
  },
  subtle: {
    background: 'transparent',
    hover: 'var(--press)',
    color: 'var(--ink-2)',
    border: '1px solid transparent',
  },
  link: {
    background: 'transparent',
    hover: 'var(--accent-soft)',
    color: 'var(--accent-ink)',
    border: '1px solid transparent',
  },
  danger: {
    background: 'var(--bad-fill)',
    hover: 'var(--bad-fill-hover)',
    color: '#fff',
    border: '1px solid transparent',
  },
  'danger-soft': {
    background: 'transparent',
    hover: 'var(--bad-soft)',
    color: 'var(--bad)',
    border: '1px solid transparent',
  },
  test: {
    background: 'var(--test-soft)',
    hover: 'var(--test-soft)',
    color: 'var(--test)',
    border: '1px solid var(--test-line)',
  },
  whatsapp: {
    background: 'var(--wpp)',
    hover: 'var(--wpp-hover)',
    color: 'var(--wpp-on)',
    border: '1px solid transparent',
  },
  'whatsapp-soft': {
    background: 'var(--wpp-soft)',
    hover: 'var(--wpp-soft)',
    color: 'var(--wpp-ink)',
    border: '1px solid transparent',
  },
};

const steps = (scale: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, `var(--${scale}-${name})`]));

export const theme = createTheme({
  colors: { accent },
  primaryColor: 'accent',
  variantColorResolver: ({ variant }) => looks[variant] ?? looks.subtle,
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  headings: { fontFamily: 'var(--sans)', fontWeight: '600' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  // Font sizes of theme.css, named by their use. Mantine's five size names map to some of them.
  fontSizes: {
    xs: 'var(--text-caption)',
    sm: 'var(--text-control)',
    md: 'var(--text-body)',
    lg: 'var(--text-field)',
    xl: 'var(--text-heading)',
    ...steps('text', 'tag caption note control body lead phone field'),
  },
  lineHeights: { xs: '1rem', sm: '1.25rem', md: '1.25rem', lg: '1.5rem', xl: '1.5rem' },
  spacing: steps('space', '3xs 2xs xs sm md lg xl 2xl 3xl 4xl 5xl'),
  radius: { xs: '0.375rem', sm: '0.5rem', md: '0.5625rem', lg: '0.75rem', xl: '1rem' },
  defaultRadius: 'sm',
  breakpoints: { xs: '30em', sm: '50em', md: '68.75em', lg: '80em', xl: '90em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  // The panel draws its own focus ring, the same on every element (theme.css).
  focusRing: 'never',
  components: {
    Button: { defaultProps: { size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', size: 34 } },
    Tooltip: { defaultProps: { offset: 6, transitionProps: { duration: 120 } } },
    // Mantine would add a focusable placeholder, which is not permitted inside an element with the
    // role menu. Without it, the dropdown gets the focus.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    CloseButton: { defaultProps: { size: 34, iconSize: 18 } },
    Checkbox: { defaultProps: { size: 'xs' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
  },
});

/**
 * Maps Mantine's variables to the tokens of theme.css. The values of the tokens depend on the
 * colour scheme, so no other mapping is needed.
 */
export const ownVariables: Readonly<Record<string, string>> = {
  '--mantine-color-body': 'var(--surface)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-2)',
  '--mantine-color-placeholder': 'var(--ink-3)',
  '--mantine-color-anchor': 'var(--accent-ink)',
  '--mantine-color-error': 'var(--bad)',
  '--mantine-color-success': 'var(--ok)',
  '--mantine-color-disabled': 'var(--press)',
  '--mantine-color-disabled-color': 'var(--ink-3)',
  '--mantine-color-disabled-border': 'transparent',
  '--mantine-color-default': 'var(--surface)',
  '--mantine-color-default-hover': 'var(--hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--line-2)',
  '--mantine-color-accent-text': 'var(--accent-ink)',
  '--mantine-color-accent-filled': 'var(--accent)',
  '--mantine-color-accent-filled-hover': 'var(--accent-hover)',
  '--mantine-color-accent-light': 'var(--accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--accent-soft)',
  '--mantine-color-accent-light-color': 'var(--accent-ink)',
  '--mantine-primary-color-filled': 'var(--accent)',
  '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
  '--mantine-primary-color-light': 'var(--accent-soft)',
  '--mantine-primary-color-light-hover': 'var(--accent-soft)',
  '--mantine-primary-color-light-color': 'var(--accent-ink)',
  '--mantine-primary-color-contrast': '#fff',
};
