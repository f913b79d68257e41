/**
 * Names in our account at the registrar that are missing here: bought after the restored backup.
 */
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { getRegistrars } from './registrars/registrars.ts';

export async function unknownHostnames(ctx: AppContext): Promise<string[]> {
  const registrar = await getRegistrars(ctx).current();
  const names = [...(await registrar.names())];
  // The job reads and finishes an open purchase.
  const rows = await ctx.db.many<{ name: string }>(sql`
    select name from unnest(${names}::text[]) as name
    where not exists (select from hostnames h where h.name = name.name)
      and not exists (select from hostname_purchases p
        where p.name = name.name and p.state in ('reserved', 'ordered', 'registered'))
    order by name`);
  return rows.map(({ name }) => name);
}
