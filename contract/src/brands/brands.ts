/** The brand of a host: the default office brand, and those of brands.json (E-29, Q-BRANDS). */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { text } from '../api/fields.ts';

const host = z.object({ host: text('Host', 253).optional() });

/** Colours a brand replaces, as #rrggbb; colours of success, warning and error stay the same. */
const brandColors = z.object({
  accent: z.string(),
  accentHover: z.string(),
  accentInk: z.string(),
  accentSoft: z.string(),
  accentLine: z.string(),
  sel: z.string(),
  ring: z.string(),
});
export type BrandColors = z.output<typeof brandColors>;

export const brand = z.object({
  /** The key of the installation's own brand is `ramal`. */
  key: z.string(),
  name: z.string(),
  /** Title of the pages. */
  title: z.string(),
  /** URLs on this host; empty where the panel's own logo and art are used. */
  favicon: z.string(),
  logo: z.string(),
  background: z.string(),
  /** A colour family for each scheme; null for the installation's own brand. */
  colors: z.object({ light: brandColors, dark: brandColors }).nullable(),
  /** White-label: the light scheme, and no switch (Q-DARKCONF). */
  forceLight: z.boolean(),
});
export type Brand = z.output<typeof brand>;

/** The brand of a host that no entry of brands.json names. */
export const officeBrand: Brand = {
  key: 'ramal',
  name: 'Ramal',
  title: 'Ramal',
  favicon: '',
  logo: '',
  background: '',
  colors: null,
  forceLight: false,
};

export const getBrand = endpoint({
  name: 'get-brand',
  method: 'GET',
  path: '/api/brand',
  summary: 'A marca de um endereço; sem host, a de quem pergunta.',
  access: 'public',
  query: host,
  answer: brand,
  errors: [],
});

export const getLogo = endpoint({
  name: 'get-logo',
  method: 'GET',
  path: '/api/get-logo',
  summary: 'Endereço do logotipo da marca de um host.',
  access: 'public',
  query: host,
  answer: z.object({ logo: z.string() }),
  errors: [],
});

export const getBackground = endpoint({
  name: 'get-background',
  method: 'GET',
  path: '/api/get-background',
  summary: 'Endereço do fundo da tela de entrada de um host.',
  access: 'public',
  query: host,
  answer: z.object({ image: z.string() }),
  errors: [],
});
