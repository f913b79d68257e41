/**
 * Brands as users edit them on a screen (E-29, Q-BRANDS). Admins edit all brands. A franchise edits
 * only the look of its own brand. The list also contains the brands of brands.json, which can be
 * changed only in that file.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { freshCode, flag, idParam, readVersion, text, whole } from '../api/fields.ts';
import { brandPictureFormats, formatNames } from '../rules/picture-formats.ts';
import { messageText } from '../message-texts.ts';
import { accentFigures, accentProblem } from './accent-family.ts';
import { pictureName } from './picture-name.ts';
import { readHost } from '../rules/host.ts';
import { MAX_MESSAGE_LENGTH, placeholders } from '../rules/message.ts';

const admins = { profiles: ['admin'] } as const;
const publishers = { profiles: ['admin', 'franchise'] } as const;

export const BRAND_PICTURE_BYTES = 5 * 1024 * 1024;
export const MAX_BRANDS = 200;
const MAX_BRAND_HOSTS = 50;

const brandPictureKinds = ['logo', 'favicon', 'background'] as const;
export type BrandPictureKind = (typeof brandPictureKinds)[number];

/** URL under which a picture of a brand or of a sales page is served. */
export const brandFileUrl = (name: string): string => `/brand-files/${name}`;

const accentTexts = {
  tooLight: 'Escolha uma cor mais escura: letras brancas sobre ela precisam de 4,5 : 1.',
  likeSignal:
    'Esta cor parece um sinal do painel. Fique a 40° do vermelho, do âmbar, do verde e do azul de teste.',
} as const;

/** Accent colour that is readable and not similar to a signal colour. */
const accent = text('Cor', 7)
  .toLowerCase()
  .superRefine((value, ctx) => {
    const isColor = /^#[0-9a-f]{6}$/.test(value);
    const problem = isColor ? accentProblem(accentFigures(value)) : undefined;
    if (isColor && !problem) return;
    const message = problem ? accentTexts[problem] : 'Escreva a cor como #7b2fa0.';
    ctx.addIssue({ code: 'custom', message });
  });

const host = text('Endereço', 253).transform((written, ctx): string => {
  const read = readHost(written);
  if (read !== undefined) return read;
  ctx.addIssue({
    code: 'custom',
    message: `«${written}» não serve: escreva só o endereço, como painel.exemplo.com, sem http:// e sem porta.`,
  });
  return z.NEVER;
});

const hosts = z
  .array(host)
  .min(1, { error: 'Escreva pelo menos um endereço.' })
  .max(MAX_BRAND_HOSTS)
  .transform((all) => [...new Set(all)])
  .meta({ title: 'Endereço' });

const words = messageText(MAX_MESSAGE_LENGTH, placeholders).nullish();

const look = {
  name: text('Nome', 60),
  title: text('Título das páginas', 80).nullish(),
  accent,
  /** True if the brand always uses the light scheme. Default for a new brand: true. */
  alwaysLight: flag('Sempre claro').optional(),
  logo: pictureName('Logo'),
  favicon: pictureName('Favicon'),
  background: pictureName('Fundo do login'),
  receiptText: words,
  testText: words,
  chargeText: words,
};

const owned = {
  hosts,
  idFranchise: whole('Franquia', 1, 2_147_483_647).nullish(),
};

export const brandSettings = z.object({
  /** Id of the brand. Null for a brand of brands.json, which can be changed only in that file. */
  id: z.int().nullable(),
  name: z.string(),
  /** Title of the pages. If it is empty, the name is used. */
  title: z.string(),
  accent: z.string(),
  alwaysLight: z.boolean(),
  hosts: z.array(z.string()),
  idFranchise: z.int().nullable(),
  /** File name of the picture; empty without a picture. */
  logo: z.string(),
  favicon: z.string(),
  background: z.string(),
  /** Text of receipts. If it is empty, the default text of the specification is used. */
  receiptText: z.string(),
  testText: z.string(),
  chargeText: z.string(),
  /**
   * Hosts of this brand that brands.json assigns to another brand. These hosts show the other
   * brand.
   */
  hiddenHosts: z.array(z.string()),
  /** Version of the row, which changes with every save. Absent for a brand of brands.json. */
  version: z.string().optional(),
});
export type BrandSettings = z.output<typeof brandSettings>;

export const listBrands = endpoint({
  name: 'list-brands',
  method: 'GET',
  path: '/api/brands',
  summary: 'As marcas: todas para administradores, as suas para uma franquia.',
  access: publishers,
  answer: z.object({
    brands: z.array(brandSettings),
    /** Franchises that may own a brand; empty if the caller is a franchise. */
    franchises: z.array(z.object({ id: z.int(), username: z.string() })),
  }),
  errors: [],
});

const saved = z.object({ message: z.string(), brand: brandSettings });

export const createBrand = endpoint({
  name: 'create-brand',
  method: 'POST',
  path: '/api/brands',
  summary: 'Cria uma marca, que vale em todos os processos em segundos.',
  access: admins,
  body: z.object({ ...freshCode, ...look, ...owned }),
  freshCode: true,
  answer: saved,
  errors: ['brand_host_taken', 'brands_too_many', 'franchise_not_found', 'picture_not_found'],
});

export const editBrand = endpoint({
  name: 'edit-brand',
  method: 'PUT',
  path: '/api/brands/:id',
  summary: 'Altera uma marca. Um campo ausente fica como está; vazio ou nulo é removido.',
  access: admins,
  params: idParam,
  body: z.object({ ...freshCode, ...look, ...owned, version: readVersion }),
  freshCode: true,
  answer: saved,
  errors: [
    'brand_not_found',
    'changed_meanwhile',
    'brand_host_taken',
    'franchise_not_found',
    'picture_not_found',
  ],
});

export const editBrandLook = endpoint({
  name: 'edit-brand-look',
  method: 'PUT',
  path: '/api/brands/:id/look',
  summary: 'Altera a aparência e os textos da própria marca; endereços e dona ficam.',
  access: publishers,
  params: idParam,
  body: z.object({ ...look, version: readVersion }),
  answer: saved,
  errors: ['brand_not_found', 'changed_meanwhile', 'picture_not_found'],
});

export const deleteBrand = endpoint({
  name: 'delete-brand',
  method: 'DELETE',
  path: '/api/brands/:id',
  summary: 'Exclui uma marca: seus endereços mostram a marca da casa.',
  access: admins,
  params: idParam,
  query: z.object(freshCode),
  freshCode: true,
  answer: z.object({ message: z.string() }),
  errors: ['brand_not_found'],
});

export const uploadBrandPicture = endpoint({
  name: 'upload-brand-picture',
  method: 'POST',
  path: '/api/brand-pictures/:kind',
  /**
   * Former path of the call. It was replaced, because OpenAPI tools cannot distinguish it from
   * `/api/brands/:id/look`.
   */
  alias: '/api/brands/pictures/:kind',
  summary: `Envia uma imagem (${formatNames(brandPictureFormats)}, até 5 MB) para uma marca ou uma página de venda. Vale quando ela é salva com o nome da imagem; sem isso some em um dia.`,
  access: { profiles },
  params: z.object({ kind: z.enum(brandPictureKinds).meta({ title: 'Imagem' }) }),
  upload: { maxBytes: BRAND_PICTURE_BYTES },
  answer: z.object({ name: z.string(), width: z.int(), height: z.int(), bytes: z.int() }),
  errors: ['picture_unreadable', 'brand_pictures_too_many', 'body_too_large', 'overloaded'],
});
