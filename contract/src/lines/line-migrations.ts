/**
 * Moves a customer's line to another platform. The line keeps its remaining time, but gets a new
 * user name and password. The move is free, and a test stays a test. The path of a call is that of
 * the former platform. The form of its response is that of the new platform. Source: T-12, T-13,
 * V-25, K-75, R-10, Q-MIGRATETEST, Q-FLAGOFF; E-14, E-15.
 */
import { z } from 'zod';
import { profiles } from '../api/access.ts';
import { endpoint } from '../api/endpoint.ts';
import { whatsapp } from '../api/contact-fields.ts';
import { id, idParam, regPassword, text, whole } from '../api/fields.ts';
import { iptvReceipt } from './iptv-lines.ts';
import { p2pReceipt } from './p2p-lines.ts';
import { platforms } from '../rules/platforms.ts';
import { translated, wire } from '../api/translated.ts';

const refusals = [
  'line_not_found',
  'migration_plan_missing',
  'package_unknown',
  'migration_expired',
  'migration_blocked',
  'platform_off',
  'tests_off',
  'limit_platform',
] as const;

const message = { message: z.string() };

const toP2p = {
  method: 'PUT',
  path: '/api/users-iptv/:id',
  params: idParam,
  body: translated({
    productid: id('Pacote').optional(),
    /** Second name of the same field in the specification (Q-PRODFIELD). */
    productId: id('Pacote').optional(),
    /** New note. If absent, the stored note does not change. */
    note: wire('nota', text('Anotações', 255).optional()),
    regPassword: regPassword,
  }),
  answer: translated({ ...p2pReceipt, ...message }),
  errors: refusals,
} as const;

export const migrateIptvToP2p = endpoint({
  ...toP2p,
  name: 'migrate-iptv-to-p2p',
  action: 9,
  summary: 'Leva a linha IPTV para o P2P com o tempo que falta, com usuário e senha novos.',
  access: { profiles, flag: platforms.p2p.flag },
});

export const migrateIptvToNewP2p = endpoint({
  ...toP2p,
  name: 'migrate-iptv-to-new-p2p',
  action: 11,
  summary: 'Leva a linha IPTV para o Novo P2P com o tempo que falta, com usuário e senha novos.',
  access: {
    profiles,
    flag: platforms['new-p2p'].flag,
    grants: platforms['new-p2p'].migrationGrants,
  },
});

const toIptv = {
  method: 'PUT',
  action: 6,
  params: idParam,
  body: z.object({
    /** Id of a ready package. */
    package: whole('Pacote', 0).optional(),
    /** New number. If absent, the stored number does not change. */
    whatsapp: whatsapp().optional(),
    regPassword: regPassword,
  }),
  answer: translated({ ...iptvReceipt, ...message }),
  errors: refusals,
} as const;

export const migrateP2pToIptv = endpoint({
  ...toIptv,
  name: 'migrate-p2p-to-iptv',
  path: `/api${platforms.p2p.listPath}/:id`,
  access: { profiles, flag: platforms.iptv.flag },
  summary: 'Leva a linha P2P para o IPTV com o tempo que falta, com usuário e senha novos.',
});

export const migrateNewP2pToIptv = endpoint({
  ...toIptv,
  name: 'migrate-new-p2p-to-iptv',
  path: `/api${platforms['new-p2p'].listPath}/:id`,
  access: { profiles, flag: platforms.iptv.flag, grants: platforms['new-p2p'].grants },
  summary: 'Leva a linha Novo P2P para o IPTV com o tempo que falta, com usuário e senha novos.',
});
