/**
 * Seeds additions to the demo's catalogue: today's games, source lists, and differences of the EPG
 * spreadsheet.
 */
import { createSourceList } from '@ramal/contract/catalogue/catalogue-lists';
import {
  addTemporaryChannel,
  createTemporaryCategory,
} from '@ramal/contract/catalogue/temporary-channels';
import { DAY_MS } from '@ramal/contract/rules/durations';
import sql from 'sql-template-tag';
import { catalogueRoutes } from '../catalogue/catalogue.ts';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import { localMinute } from '../foundation/clock.ts';
import { hoursBefore } from './moments.ts';
import { performCall } from './perform-call.ts';

const GAMES = 7;

/**
 * Source lists of the demo. The server never requests their addresses unless an admin starts an
 * import.
 */
const lists = [
  { name: 'Canais abertos', address: 'https://listas.exemplo.com.br/abertos.m3u' },
  { name: 'Arquivo enviado' },
];

export async function seedGames(ctx: AppContext, admin: Caller): Promise<void> {
  await seedEpgDifferences(ctx);
  const routes = catalogueRoutes(ctx);
  for (const body of lists) await performCall(routes, createSourceList, admin, { body });
  const category = { customId: GAMES, name: 'Jogos de hoje' };
  await performCall(routes, createTemporaryCategory, admin, { body: category });
  const origins = await ctx.db.many<{ id: number }>(sql`
    select id from streams where kind = 'live' and name in ('Arena 1', 'Arena 2') order by name`);
  const until = localMinute(new Date(ctx.clock.now().getTime() + DAY_MS), ctx.clock.timeZone);
  for (const [index, name] of ['Ipê x Jacarandá', 'Litoral x Mirante'].entries())
    await performCall(routes, addTemporaryChannel, admin, {
      body: { streamId: origins[index]!.id, category: GAMES, name, until },
    });
}

/**
 * Changes the stored rows of the last EPG export. One channel is missing and another has a
 * different name, so the verification finds differences.
 */
const seedEpgDifferences = (ctx: AppContext): Promise<unknown> =>
  ctx.db.tx((tx) =>
    tx.run(sql`
      insert into epg_exported (stream_id, name, code, exported_at)
      select id, case when name = 'Arena 2' then 'Arena Dois' else name end, coalesce(epg_channel_id, ''),
        ${hoursBefore(ctx, 100)}
      from streams where kind = 'live' and name <> 'Recreio'`),
  );
