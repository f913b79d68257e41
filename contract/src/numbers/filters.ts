/** Query filters that all calls about figures share. */
import { z } from 'zod';
import { described, labelled, whole } from '../api/fields.ts';
import { lineOrigins } from '../lines/line-origins.ts';
import { platformKeys } from '../rules/platforms.ts';
import { planDays } from './figures.ts';

const monthText = /^20\d{2}-(0[1-9]|1[0-2])$/;

/** Month as yyyy-mm in the time zone of the installation. */
export const month = (label: string) =>
  z.string().regex(monthText).meta({ title: label, example: '2026-11' });

/** Number of months that a reader can select: the current month and the closed months before it. */
export const MAX_MONTHS = 24;

/** Period of the figures: the last 30 days, or a calendar month. */
export const periodField = described(
  z
    .string()
    .regex(/^(30d|20\d{2}-(0[1-9]|1[0-2]))$/)
    .default('30d')
    .meta({ title: 'Período', example: '30d' }),
  '30d são os últimos 30 dias até agora; aaaa-mm é um mês, até agora se ele ainda corre.',
);

export const scopes = ['own', 'network'] as const;
export type Scope = (typeof scopes)[number];

export const scopeField = described(
  labelled('Alcance', z.enum(scopes).default('own')),
  'own: as linhas da conta, com valores. network: a rede toda, com contagens e taxas; dinheiro só o da venda de créditos.',
);

export const lineFilters = {
  platform: z.enum(platformKeys).optional().meta({ title: 'Plataforma' }),
  plan: z
    .pipe(whole('Plano', 15, 360), z.literal(planDays))
    .optional()
    .meta({ title: 'Plano', description: 'Dias do plano: 30 é 1 mês.' }),
  origin: z.enum(lineOrigins).optional().meta({ title: 'Origem' }),
};
