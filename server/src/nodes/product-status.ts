/** Tells sellers whether the product works, from the health that it measures. */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { getProductStatus as declaration } from '@ramal/contract/operations/nodes';
import sql, { raw } from 'sql-template-tag';
import type { ReadingContext } from '../foundation/app-context.ts';
import type { ReaderAccount } from '../foundation/caller.ts';
import { unixSeconds } from '../foundation/clock.ts';
import type { Reader } from '../foundation/database.ts';
import { LOST_SECONDS } from '../foundation/start/running-releases.ts';
import { countFallenHostnames } from '../hostnames/hostnames.ts';
import { countLostChannels } from '../player/player.ts';
import { readNews } from './changelog.ts';

type Answer = HandlerResult<typeof declaration>;
type Problem = Omit<Answer['problems'][number], 'sinceTimestamp'> & { readonly since: Date | null };

export async function readProductStatus(
  { db }: ReadingContext,
  actor: ReaderAccount,
): Promise<Answer> {
  const problems = await Promise.all([
    findJobsProblem(db),
    findHostnamesProblem(db, actor),
    findChannelsProblem(db),
  ]);
  return {
    problems: problems
      .filter((problem) => problem !== undefined)
      .map(({ since, ...problem }) => ({
        ...problem,
        sinceTimestamp: since && unixSeconds(since),
      })),
    news: await readNews(),
  };
}

/** Without a worker, messages, renewals and reports wait. */
async function findJobsProblem(reader: Reader): Promise<Problem | undefined> {
  const worker = await reader.first<{ isLost: boolean; seenAt: Date | null }>(sql`
    select coalesce(max(seen_at) < now() - make_interval(secs => ${raw(String(LOST_SECONDS))}), true) as is_lost,
      max(seen_at) as seen_at
    from nodes where 'worker' = any(roles)`);
  return worker!.isLost
    ? {
        part: 'jobs',
        text: 'Mensagens e tarefas esperam: o serviço que as envia parou',
        since: worker!.seenAt,
      }
    : undefined;
}

async function findHostnamesProblem(
  reader: Reader,
  actor: ReaderAccount,
): Promise<Problem | undefined> {
  const { count, since } = await countFallenHostnames(reader, actor);
  if (count === 0) return undefined;
  const text =
    count === 1
      ? '1 endereço dos clientes não responde'
      : `${count} endereços dos clientes não respondem`;
  return { part: 'hostnames', text, since };
}

async function findChannelsProblem(reader: Reader): Promise<Problem | undefined> {
  const { count, name, since } = await countLostChannels(reader);
  if (count === 0) return undefined;
  return {
    part: 'channels',
    text: count === 1 ? `${name} está sem sinal` : `${name} e mais ${count - 1} estão sem sinal`,
    since,
  };
}
