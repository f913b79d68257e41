/**
 * Reads a guide into drafts. When all drafts are stored, they replace the previous guide in groups
 * of channels. So players never see an empty guide, and a broken guide changes nothing.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { MAX_GUIDE_BYTES } from '@ramal/contract/catalogue/guides';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Job } from '../../foundation/jobs.ts';
import { SkipCounts } from '../../foundation/skip-counts.ts';
import { unpackedText } from '../../foundation/files/unpack.ts';
import { type Progress, startTask, type TaskKind } from '../../tasks/tasks.ts';
import { fetchedFile } from '../import/fetched-file.ts';
import { storedFile } from '../import/stored-file.ts';
import { isRunning } from '../read-tasks.ts';
import { type Programme, parseProgrammes } from './xmltv.ts';
import { ExplainedFailure } from '../../foundation/explained-failure.ts';

interface GuideWork {
  readonly guideId: number;
}

const KEPT_BEHIND_MS = 2 * DAY_MS;
const KEPT_AHEAD_MS = 14 * DAY_MS;
/**
 * Assumed maximum length of a programme without an end. Its real end is known only after all drafts
 * are stored.
 */
const OPEN_BEHIND_MS = 7 * DAY_MS;
const OUTSIDE_DAYS = 'programa fora dos dias guardados';
const MAX_PROGRAMMES = 2_000_000;
const BATCH = 1000;
const CHANNELS_AT_ONCE = 50;
const REPORT_EVERY_MS = 1000;

const tooLarge = {
  bytes: MAX_GUIDE_BYTES,
  tooLarge: `O guia passa de ${MAX_GUIDE_BYTES / 1024 / 1024} MB.`,
};

export const guideRead: TaskKind = {
  kind: 'guide-read',
  work: async (ctx, { guideId }: GuideWork, progress) => {
    const guide = await ctx.db.first<{ address: string; isFile: boolean }>(
      sql`select address, content is not null as is_file from guides where id = ${guideId}`,
    );
    if (!guide) throw new ExplainedFailure('Este guia não existe mais.');
    const bytes = guide.isFile
      ? storedFile(ctx.db, 'guides', guideId)
      : fetchedFile(ctx, guide.address);
    await deleteDrafts(ctx, guideId);
    const skips = new SkipCounts();
    const programmes = parseProgrammes(unpackedText(bytes, tooLarge), skips);
    const stored = await storeDrafts(ctx, { guideId, programmes, skips }, progress);
    if (stored === 0) {
      throw new ExplainedFailure(
        'O guia não tem programas para os próximos dias; a programação anterior foi mantida.',
      );
    }
    const channels = await publishDrafts(ctx, { guideId, skips }, progress);
    const inWords = (count: number) => count.toLocaleString('pt-BR');
    return `${inWords(stored)} programas em ${inWords(channels)} canais.${skips.toText()}`;
  },
  undone: async (ctx, { guideId }: GuideWork) => {
    await deleteDrafts(ctx, guideId);
    await ctx.db.tx((tx) => tx.run(sql`update guides set content = null where id = ${guideId}`));
  },
};

const deleteDrafts = (ctx: AppContext, guideId: number): Promise<number> =>
  ctx.db.tx((tx) => tx.run(sql`delete from programme_drafts where guide_id = ${guideId}`));

interface Reading extends GuideWork {
  readonly programmes: AsyncIterable<Programme>;
  readonly skips: SkipCounts;
}

async function storeDrafts(
  ctx: AppContext,
  { guideId, programmes, skips }: Reading,
  progress: Progress,
): Promise<number> {
  const { from, until } = await storedDays(ctx);
  let stored = 0;
  let reportedAt = performance.now();
  let batch: Programme[] = [];
  const storeBatch = async () => {
    const drafts = batch;
    batch = [];
    const inserted = await ctx.db.tx((tx) => tx.run(insertDrafts(guideId, drafts)));
    skips.add('programa repetido', drafts.length - inserted);
    stored += inserted;
  };
  for await (const programme of programmes) {
    const latestEnd = programme.endsAt ?? new Date(programme.startsAt.getTime() + OPEN_BEHIND_MS);
    if (latestEnd > from && programme.startsAt < until) batch.push(programme);
    else skips.add(OUTSIDE_DAYS);
    if (batch.length === BATCH) await storeBatch();
    if (stored > MAX_PROGRAMMES) throw new ExplainedFailure('O guia tem programas demais.');
    if (performance.now() - reportedAt > REPORT_EVERY_MS) {
      reportedAt = performance.now();
      await progress.report(stored, 0, `${stored.toLocaleString('pt-BR')} programas lidos`);
    }
  }
  if (batch.length > 0) await storeBatch();
  const ended = await ctx.db.tx((tx) => tx.run(deleteEnded(guideId, from)));
  skips.add(OUTSIDE_DAYS, ended);
  return stored - ended;
}

interface Days {
  readonly from: Date;
  readonly until: Date;
}

/**
 * Returns the range of days whose programmes are stored. It reaches back to the start of the
 * longest archive, because archived programmes can still be watched, but at least KEPT_BEHIND_MS.
 */
async function storedDays(ctx: AppContext): Promise<Days> {
  const now = ctx.clock.now().getTime();
  const deepest = await ctx.db.first<{ days: number }>(
    sql`select coalesce(max(offered_days), 0) as days from channel_archives`,
  );
  const behind = Math.max(KEPT_BEHIND_MS, deepest!.days * DAY_MS);
  return { from: new Date(now - behind), until: new Date(now + KEPT_AHEAD_MS) };
}

/** Inserts drafts. If two programmes of a channel begin at the same time, stores only the first. */
const insertDrafts = (guideId: number, drafts: readonly Programme[]): Sql => sql`
  insert into programme_drafts (guide_id, channel, starts_at, ends_at, title, description)
  select ${guideId}, channel, starts_at, ends_at, title, description
  from unnest(
    ${drafts.map(({ channel }) => channel)}::text[], ${drafts.map(({ startsAt }) => startsAt)}::timestamptz[],
    ${drafts.map(({ endsAt }) => endsAt)}::timestamptz[], ${drafts.map(({ title }) => title)}::text[],
    ${drafts.map(({ description }) => description)}::text[]
  ) draft (channel, starts_at, ends_at, title, description)
  on conflict do nothing`;

async function publishDrafts(
  ctx: AppContext,
  { guideId, skips }: Omit<Reading, 'programmes'>,
  progress: Progress,
): Promise<number> {
  const rows = await ctx.db.many<{ channel: string }>(
    sql`select distinct channel from programme_drafts where guide_id = ${guideId} order by 1`,
  );
  const channels = rows.map(({ channel }) => channel);
  const days = await storedDays(ctx);
  for (let at = 0; at < channels.length; at += CHANNELS_AT_ONCE) {
    await progress.report(at, channels.length, 'Trocando a programação');
    const chunk = channels.slice(at, at + CHANNELS_AT_ONCE);
    await ctx.db.tx(async (tx) => {
      await tx.run(deleteReplaced(guideId, chunk, days.from));
      await tx.run(insertProgrammes(guideId, chunk, days));
    });
  }
  await ctx.db.tx(async (tx) => {
    await tx.run(sql`
      delete from programmes where guide_id = ${guideId} and channel not in (
        select channel from programme_drafts where guide_id = ${guideId})`);
    await tx.run(sql`delete from programme_drafts where guide_id = ${guideId}`);
    await tx.run(sql`
      update guides set channels = ${channels.length}, read_at = ${ctx.clock.now()}, content = null,
        skips = ${JSON.stringify(skips.toList())}::jsonb
      where id = ${guideId}`);
  });
  return channels.length;
}

/**
 * Deletes the programmes that the drafts replace. Keeps programmes before the first draft of a
 * channel for its archive, because most guides contain only a few past hours. The last of them ends
 * when the first draft begins.
 */
const deleteReplaced = (guideId: number, channels: readonly string[], from: Date): Sql => sql`
  with first as (
    select channel, min(starts_at) as starts_at from programme_drafts
    where guide_id = ${guideId} and channel = any(${channels}::text[]) group by 1
  ), cut as (
    update programmes p set ends_at = first.starts_at from first
    where p.guide_id = ${guideId} and p.channel = first.channel
      and p.starts_at < first.starts_at and p.ends_at > first.starts_at
  )
  delete from programmes p using first
  where p.guide_id = ${guideId} and p.channel = first.channel
    and (p.starts_at >= first.starts_at or p.ends_at <= ${from})`;

/**
 * Deletes drafts without an end that were finished before the stored days. A draft without an end
 * lasts until the next programme of the channel.
 */
const deleteEnded = (guideId: number, from: Date): Sql => sql`
  delete from programme_drafts d
  where d.guide_id = ${guideId} and d.ends_at is null and d.starts_at < ${from}
    and coalesce((
      select min(n.starts_at) from programme_drafts n
      where n.guide_id = d.guide_id and n.channel = d.channel and n.starts_at > d.starts_at
    ), d.starts_at + interval '30 minutes') <= ${from}`;

/**
 * Inserts the programmes of some channels. A programme without an end lasts until the next one of
 * its channel, or half an hour. A programme longer than a day is stored in parts of a day, because
 * readers search only one day back. If two parts begin at the same time, stores the part of the
 * programme that began later.
 */
const insertProgrammes = (
  guideId: number,
  channels: readonly string[],
  { from, until }: Days,
): Sql => sql`
  insert into programmes (guide_id, channel, starts_at, ends_at, title, description)
  select distinct on (channel, part_starts_at) guide_id, channel, part_starts_at,
    least(ends_at, part_starts_at + interval '24 hours'), title, description
  from (
    select guide_id, channel, starts_at, title, description,
      coalesce(ends_at, lead(starts_at) over (partition by channel order by starts_at),
        starts_at + interval '30 minutes') as ends_at
    from programme_drafts where guide_id = ${guideId} and channel = any(${channels}::text[])
  ) whole
  cross join lateral generate_series(
    greatest(floor(extract(epoch from ${from} - starts_at) / 86400), 0)::int,
    greatest(ceil(extract(epoch from least(ends_at, ${until}) - starts_at) / 86400) - 1, 0)::int
  ) as part
  cross join lateral (select starts_at + part * interval '24 hours' as part_starts_at) cut
  order by channel, part_starts_at, part`;

/**
 * Job that starts a task for each guide with a URL that is not being read. The tasks run in the
 * name of the first admin.
 */
export const readGuides: Job = {
  name: 'read-guides',
  schedule: '20 */6 * * *',
  work: async (ctx) => {
    await ctx.db.tx(async (tx) => {
      const admin = await tx.first<{ id: number }>(
        sql`select id from accounts where profile = 'admin' and deleted_at is null order by id limit 1`,
      );
      if (!admin) return;
      const due = await tx.many<{ id: number }>(sql`
        select id from guides g where address <> '' and not ${isRunning(sql`g.task_id`)} order by id for update`);
      for (const { id } of due) {
        const task = await startTask(tx, {
          kind: guideRead.kind,
          accountId: admin.id,
          payload: { guideId: id },
        });
        await tx.run(sql`update guides set task_id = ${task.id}, content = null where id = ${id}`);
      }
    });
  },
};
