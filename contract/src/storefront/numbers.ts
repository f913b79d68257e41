/** Figures of a storefront («Números»): visits, requests, tests and sales, with their rows. */
import { z } from 'zod';
import { sellers } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { day, idParam, text } from '../api/fields.ts';
import { pageQuery, pageSchema } from '../api/paging.ts';
import { exportStarted } from '../exports.ts';
import { planMonths } from '../rules/plans.ts';
import { platformKeys } from '../rules/platforms.ts';
import { storefrontDevices } from './devices.ts';
import { originCode } from './slug.ts';
import { testRefusals } from './tests.ts';

/** Fewest tests for which a conversion is shown. */
export const FEWEST_TESTS_FOR_RATE = 10;

export const storefrontPeriods = ['today', '7d', '30d', '90d'] as const;
export type StorefrontPeriod = (typeof storefrontPeriods)[number];

/** Ways by which a request arrives. */
export const requestChannels = ['link', 'telegram', 'whatsapp', 'chatbot'] as const;

/** Kinds of origins. `code` is a link of the seller with `?o=`; `none` has no origin. */
export const originKinds = ['code', 'referral', 'telegram', 'whatsapp', 'chatbot', 'none'] as const;

const period = {
  period: z.enum(storefrontPeriods).default('30d').meta({ title: 'Período' }),
};

const originFigures = {
  /** Null for an origin whose visits are not counted, such as the chatbot. */
  visits: z.int().nullable(),
  tests: z.int(),
  salesAfterTest: z.int(),
  /** Sales without a test before. */
  directSales: z.int(),
  /**
   * Sales after a test divided by tests, in hundredths of a percent. Null for fewer than 10 tests.
   */
  conversion: z.int().nullable(),
  receivedCents: z.int(),
};

export const getStorefrontNumbers = endpoint({
  name: 'get-storefront-numbers',
  method: 'GET',
  path: '/api/storefront/numbers',
  summary: 'Visitas, testes e assinaturas da página de venda, por dia, origem e aparelho.',
  access: { profiles: sellers },
  query: z.object(period),
  answer: z.object({
    /** First and last day of the period, yyyy-mm-dd. */
    from: z.string(),
    to: z.string(),
    funnel: z.object({
      visits: z.int(),
      phoneVisits: z.int(),
      visitsWithoutOrigin: z.int(),
      requests: z.int(),
      requestsOnPage: z.int(),
      requestsByBots: z.int(),
      tests: z.int(),
      refused: z.int(),
      sales: z.int(),
      salesAfterTest: z.int(),
      directSales: z.int(),
    }),
    days: z.array(z.object({ day: z.string(), tests: z.int(), sales: z.int() })),
    /** By conversion, the highest first. */
    origins: z.array(
      z.object({
        kind: z.enum(originKinds),
        /** Code of the link; empty for other kinds. */
        code: z.string(),
        name: z.string(),
        /** Second row of the cell: `/marcelo-tv?o=status`. */
        detail: z.string(),
        ...originFigures,
      }),
    ),
    total: z.object(originFigures),
    refusals: z.array(
      z.object({ reason: z.enum(testRefusals), label: z.string(), count: z.int() }),
    ),
    devices: z.array(
      z.object({
        device: z.enum(storefrontDevices).nullable(),
        label: z.string(),
        tests: z.int(),
      }),
    ),
  }),
  errors: [],
});

export const exportStorefrontNumbers = endpoint({
  name: 'export-storefront-numbers',
  method: 'POST',
  path: '/api/storefront/numbers/export',
  summary: 'Gera a planilha Pagina de venda.xlsx, uma linha por origem.',
  access: { profiles: sellers },
  body: z.object(period),
  answer: exportStarted,
  errors: ['tasks_too_many', 'nothing_to_export'],
});

const rowFilters = {
  ...period,
  day: day('Dia').optional(),
  originKind: z.enum(originKinds).optional().meta({ title: 'Origem' }),
  originCode: originCode.optional(),
};

export const requestSorts = ['created_at', 'phone', 'result'] as const;

export const listStorefrontRequests = endpoint({
  name: 'list-storefront-requests',
  method: 'GET',
  path: '/api/storefront/requests',
  summary: 'Os pedidos de teste, com o resultado e o motivo de cada recusa.',
  access: { profiles: sellers },
  query: pageQuery(requestSorts).extend({
    ...rowFilters,
    result: z.enum(['taken', 'refused']).optional().meta({ title: 'Resultado' }),
    reason: z.enum(testRefusals).optional().meta({ title: 'Motivo' }),
    device: z.enum(storefrontDevices).optional().meta({ title: 'Aparelho' }),
    channel: z.enum(['page', 'bots']).optional().meta({ title: 'Canal' }),
  }),
  answer: pageSchema(
    z.object({
      id: z.int(),
      createdTimestamp: z.int(),
      phone: z.string(),
      channel: z.enum(requestChannels),
      originKind: z.enum(originKinds),
      originName: z.string(),
      device: z.enum(storefrontDevices).nullable(),
      result: z.enum(['taken', 'refused']),
      reason: z.enum(testRefusals).nullable(),
      reasonText: z.string(),
      /** Line of the test; null for a refusal and after the line was deleted for good. */
      line: z
        .object({ id: z.int(), platform: z.enum(platformKeys), username: z.string() })
        .nullable(),
    }),
  ),
  errors: [],
});

export const saleSorts = ['paid_at', 'value'] as const;

export const listStorefrontSales = endpoint({
  name: 'list-storefront-sales',
  method: 'GET',
  path: '/api/storefront/sales',
  summary: 'As assinaturas pagas na página de venda, com a origem do primeiro pedido.',
  access: { profiles: sellers },
  query: pageQuery(saleSorts).extend({
    ...rowFilters,
    after: z.enum(['test', 'direct']).optional().meta({ title: 'Depois de' }),
  }),
  answer: pageSchema(
    z.object({
      id: z.int(),
      paidTimestamp: z.int(),
      phone: z.string(),
      months: z.literal(planMonths),
      priceCents: z.int(),
      originKind: z.enum(originKinds),
      originName: z.string(),
      isAfterTest: z.boolean(),
      state: z.enum(['paid', 'settled', 'reversed']),
      line: z
        .object({ id: z.int(), platform: z.enum(platformKeys), username: z.string() })
        .nullable(),
    }),
  ),
  errors: [],
});

export const visitSorts = ['day', 'visits'] as const;

export const listStorefrontVisits = endpoint({
  name: 'list-storefront-visits',
  method: 'GET',
  path: '/api/storefront/visits',
  summary: 'As visitas da página de venda, por dia e origem.',
  access: { profiles: sellers },
  query: pageQuery(visitSorts).extend(rowFilters),
  answer: pageSchema(
    z.object({
      day: z.string(),
      originKind: z.enum(originKinds),
      originName: z.string(),
      visits: z.int(),
      phoneVisits: z.int(),
    }),
  ),
  errors: [],
});

const originLink = z.object({
  id: z.int(),
  name: z.string(),
  code: z.string(),
  /** Whole address with `?o=`. */
  url: z.string(),
  createdTimestamp: z.int(),
});

export const MAX_ORIGIN_LINKS = 50;

export const listOriginLinks = endpoint({
  name: 'list-origin-links',
  method: 'GET',
  path: '/api/storefront/links',
  summary: 'Os links com origem da página de venda.',
  access: { profiles: sellers },
  answer: z.object({ links: z.array(originLink) }),
  errors: [],
});

export const createOriginLink = endpoint({
  name: 'create-origin-link',
  method: 'POST',
  path: '/api/storefront/links',
  summary: 'Cria um link com origem. O código sai do nome, se nenhum for dado.',
  access: { profiles: sellers },
  body: z.object({ name: text('Nome', 40), code: originCode.optional() }),
  answer: z.object({ message: z.string(), link: originLink }),
  errors: ['storefront_not_saved', 'origin_link_taken', 'origin_links_too_many'],
});

export const deleteOriginLink = endpoint({
  name: 'delete-origin-link',
  method: 'DELETE',
  path: '/api/storefront/links/:id',
  summary: 'Tira um link com origem da lista. O que ele trouxe continua contado.',
  access: { profiles: sellers },
  params: idParam,
  answer: z.object({ message: z.string() }),
  errors: ['origin_link_not_found'],
});
