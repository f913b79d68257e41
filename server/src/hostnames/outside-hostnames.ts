/**
 * Names in our account at the registrar that the panel does not know, because they were bought
 * after the backup that was restored.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import type { OutsideEvent, OutsideSource } from '../quarantine/quarantine.ts';
import { adoptHostname } from './adopt-hostname.ts';
import { getRegistrars } from './registrars/registrars.ts';

export const outsideHostnames: OutsideSource = {
  kind: 'hostname',
  where: 'Registrador',
  read: async (ctx) => ({ events: (await listUnknownNames(ctx)).map(toEvent), unread: [] }),
  act: async (ctx, caller, { key }) =>
    (await adoptHostname(ctx, caller, key))
      ? 'Está na sua lista de DNS: fica pronto depois de liberar'
      : undefined,
};

async function listUnknownNames(ctx: AppContext): Promise<string[]> {
  const registrar = await getRegistrars(ctx).current();
  const names = [...(await registrar.names())];
  // Names of unfinished purchases are excluded, because the job completes these purchases.
  const rows = await ctx.db.many<{ name: string }>(sql`
    select name from unnest(${names}::text[]) as name
    where not exists (select from hostnames h where h.name = name.name)
      and not exists (select from hostname_purchases p
        where p.name = name.name and p.state in ('reserved', 'ordered', 'registered'))
    order by name`);
  return rows.map(({ name }) => name);
}

const toEvent = (name: string): OutsideEvent => ({
  key: name,
  subject: name,
  what: 'foi comprado',
  atTimestamp: null,
  cents: null,
  outcome: 'Fica fora do painel',
  needsPerson: true,
  act: 'adopt',
  settledAs: 'Já decidido: fica fora do painel',
});
