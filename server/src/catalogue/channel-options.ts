/**
 * Returns the names of the channels that players list. Selection fields use them, for example in
 * tickets. The response contains no sources.
 */
import { CHANNEL_OPTIONS } from '@ramal/contract/catalogue/catalogue';
import sql from 'sql-template-tag';
import type { AppContext } from '../foundation/app-context.ts';
import { containsWords } from '../foundation/like.ts';

export async function listChannelOptions({ db }: AppContext, search: string | undefined) {
  const channels = await db.many<{ label: string; value: number }>(sql`
    select s.name as label, s.id as value from streams s
    where s.kind = 'live' and s.hidden_at is null and s.gone_at is null
      and ${search ? containsWords(sql`s.search`, search) : sql`true`}
    order by s.search, s.id limit ${CHANNEL_OPTIONS}`);
  return { channels };
}
