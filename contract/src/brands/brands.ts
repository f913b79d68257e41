/**
 * Brand that a host shows (E-29, Q-BRANDS). The brands are the default brand, the brands saved on
 * the screen, and the brands of brands.json.
 */
import { z } from 'zod';
import { endpoint } from '../api/endpoint.ts';
import { text } from '../api/fields.ts';

const host = z.object({ host: text('Host', 253).optional() });

/**
 * Colours that a brand replaces, as #rrggbb. A brand does not change the colours of success,
 * warning and error.
 */
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
  /** Key of the brand. The installation's own brand has the key `ramal`. */
  key: z.string(),
  name: z.string(),
  /** Title of the pages. */
  title: z.string(),
  /** URLs of pictures on this host. Empty if the default logo or picture of the panel is used. */
  favicon: z.string(),
  logo: z.string(),
  background: z.string(),
  /** Accent colours for each scheme; null for the brand of the installation. */
  colors: z.object({ light: brandColors, dark: brandColors }).nullable(),
  /** True if the brand always uses the light scheme and hides the switch (Q-DARKCONF). */
  forceLight: z.boolean(),
});
export type Brand = z.output<typeof brand>;

/** Brand of a host that is assigned to no other brand. */
export const defaultBrand: Brand = {
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
