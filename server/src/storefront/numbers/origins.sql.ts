/**
 * SQL about the origins of requests and sales. A row of `trial_requests` or `sale_orders` has the
 * columns `origin`, `channel` and `origin_code`.
 */
import type { originKinds } from '@ramal/contract/storefront/numbers';
import sql, { raw, type Sql } from 'sql-template-tag';

export type OriginKind = (typeof originKinds)[number];

/** Kind of the origin of a row with this alias. */
export const originKindSql = (alias: 'r' | 'o'): Sql => {
  const column = (name: string) => raw(`${alias}.${name}`);
  return sql`case when ${column('origin')} = 'referral' then 'referral'
    when ${column('channel')} <> 'link' then ${column('channel')}
    when ${column('origin_code')} is not null then 'code' else 'none' end`;
};

const names: Readonly<Record<Exclude<OriginKind, 'code'>, string>> = {
  referral: 'Indicação',
  telegram: 'Telegram',
  whatsapp: 'WhatsApp Cloud API',
  chatbot: 'Robô de respostas',
  none: 'Sem origem',
};

const details: Readonly<Record<Exclude<OriginKind, 'code'>, string>> = {
  referral: 'links dos clientes',
  telegram: 'robô do Telegram',
  whatsapp: 'número do WhatsApp',
  chatbot: 'endereço do chatbot',
  none: 'digitou o endereço',
};

/** Name of an origin. A link without a name, because it was deleted, is shown by its code. */
export const nameOrigin = (kind: OriginKind, code: string, linkName?: string | null): string =>
  kind === 'code' ? (linkName ?? code) : names[kind];

export const describeOrigin = (kind: OriginKind, code: string, slug: string): string =>
  kind === 'code' ? `/${slug}?o=${code}` : details[kind];

/** Name of the newest link with this code. */
export const linkNameSql = (accountId: number, code: Sql): Sql => sql`(
  select k.name from origin_links k where k.account_id = ${accountId} and k.code = ${code}
  order by k.deleted_at is not null, k.id desc limit 1)`;
