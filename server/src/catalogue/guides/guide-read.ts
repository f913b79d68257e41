/**
 * Reads a guide into drafts, which then replace the previous guide, some channels at a time. Players never
 * find it empty, and a broken guide changes nothing.
 */
import { DAY_MS } from '@ramal/contract/rules/durations';
import { LARGEST_GUIDE_BYTES } from '@ramal/contract/catalogue/guides';
import sql, { type Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Job } from '../../foundation/jobs.ts';
import { SkipCounts } from '../../foundation/skip-counts.ts';
import { unpackedText } from '../../foundation/files/unpack.ts';
import { type Progress, startTask, TaskFailure, type TaskKind } from '../../tasks/tasks.ts';
import { fetchedFile } from '../import/fetched-file.ts';
import { storedFile } from '../import/stored-file.ts';
import { isRunning } from '../task-of.ts';
import { type Programme, programmesIn } from './xmltv.ts';

interface GuideWork {
  readonly guideId: number;
}

const KEPT_BEHIND_MS = 2 * DAY_MS;
const KEPT_AHEAD_MS = 14 * DAY_MS;
const MOST_PROGRAMMES = 2_000_000;
const BATCH = 1000;
const CHANNELS_AT_ONCE = 50;
const ASK_EVERY_MS = 1000;

const tooLarge = {
  bytes: LARGEST_GUIDE_BYTES,
  tooLarge: `O guia passa de ${LARGEST_GUIDE_BYTES / 1024 / 1024} MB.`,
};

export const guideRead: TaskKind = {
  kind: 'guide-read',
  work: async (ctx, { guideId }: GuideWork, progress) => {
    const found = await ctx.db.first<{ address: string; isFile: boolean }>(
      sql`select address, content is not null as "isFile" from guides where id = ${guideId}`,
    );
    if (!found) throw new TaskFailure('Este guia não existe mais.');
    const bytes = found.isFile
      ? storedFile(ctx.db, 'guides', guideId)
      : fetchedFile(ctx, found.address);
    await clear(ctx, guideId);
    const skips = new SkipCounts();
    const stored = await keepDrafts(
      ctx,
      guideId,
      programmesIn(unpackedText(bytes, tooLarge), skips),
      progress,
    );
    if (stored === 0) {
      throw new TaskFailure(
        'O guia não tem programas para os próximos dias; a programação anterior foi mantida.',
      );
    }
    const channels = await takePlace(ctx, guideId, progress);
    const inWords = (count: number) => count.toLocaleString('pt-BR');
    return `${inWords(stored)} programas em ${inWords(channels)} canais.${skips.toText()}`;
  },
  undone: async (ctx, { guideId }: GuideWork) => {
    await clear(ctx, guideId);
    await ctx.db.tx((tx) => tx.run(sql`update guides set content = null where id = ${guideId}`));
  },
};

const clear = (ctx: AppContext, guideId: number): Promise<number> =>
  ctx.db.tx((tx) => tx.run(sql`delete from programme_drafts where guide_id = ${guideId}`));

async function keepDrafts(
  ctx: AppContext,
  guideId: number,
  programmes: AsyncIterable<Programme>,
  progress: Progress,
): Promise<number> {
  const now = ctx.clock.now().getTime();
  let stored = 0;
  let askedAt = performance.now();
  let batch: Programme[] = [];
  const keep = async () => {
    const drafts = batch;
    batch = [];
    stored += await ctx.db.tx((tx) => tx.run(insertDrafts(guideId, drafts)));
  };
  for await (const programme of programmes) {
    const endsBy = (programme.endsAt ?? programme.startsAt).getTime();
    if (endsBy > now - KEPT_BEHIND_MS && programme.startsAt.getTime() < now + KEPT_AHEAD_MS)
      batch.push(programme);
    if (batch.length === BATCH) await keep();
    if (stored > MOST_PROGRAMMES) throw new TaskFailure('O guia tem programas demais.');
    if (performance.now() - askedAt > ASK_EVERY_MS) {
      askedAt = performance.now();
      await progress.report(stored, 0, `${stored.toLocaleString('pt-BR')} programas lidos`);
    }
  }
  if (batch.length > 0) await keep();
  return stored;
}

/** The first programme of a channel at one time is kept. */
const insertDrafts = (guideId: number, drafts: readonly Programme[]): Sql => sql`
  insert into programme_drafts (guide_id, channel, starts_at, ends_at, title, description)
  select ${guideId}, channel, starts_at, ends_at, title, description
  from unnest(
    ${drafts.map(({ channel }) => channel)}::text[], ${drafts.map(({ startsAt }) => startsAt)}::timestamptz[],
    ${drafts.map(({ endsAt }) => endsAt)}::timestamptz[], ${drafts.map(({ title }) => title)}::text[],
    ${drafts.map(({ description }) => description)}::text[]
  ) draft (channel, starts_at, ends_at, title, description)
  on conflict do nothing`;

async function takePlace(ctx: AppContext, guideId: number, progress: Progress): Promise<number> {
  const rows = await ctx.db.many<{ channel: string }>(
    sql`select distinct channel from programme_drafts where guide_id = ${guideId} order by 1`,
  );
  const channels = rows.map(({ channel }) => channel);
  for (let at = 0; at < channels.length; at += CHANNELS_AT_ONCE) {
    await progress.report(at, channels.length, 'Trocando a programação');
    const some = channels.slice(at, at + CHANNELS_AT_ONCE);
    await ctx.db.tx(async (tx) => {
      await tx.run(
        sql`delete from programmes where guide_id = ${guideId} and channel = any(${some}::text[])`,
      );
      await tx.run(publishing(guideId, some));
    });
  }
  await ctx.db.tx(async (tx) => {
    await tx.run(sql`
      delete from programmes where guide_id = ${guideId} and channel not in (
        select channel from programme_drafts where guide_id = ${guideId})`);
    await tx.run(sql`delete from programme_drafts where guide_id = ${guideId}`);
    await tx.run(sql`
      update guides set channels = ${channels.length}, read_at = ${ctx.clock.now()}, content = null
      where id = ${guideId}`);
  });
  return channels.length;
}

/** A programme without an end lasts until the next of its channel, or half an hour. */
const publishing = (guideId: number, channels: readonly string[]): Sql => sql`
  insert into programmes (guide_id, channel, starts_at, ends_at, title, description)
  select guide_id, channel, starts_at,
    coalesce(ends_at, lead(starts_at) over (partition by channel order by starts_at),
      starts_at + interval '30 minutes'), title, description
  from programme_drafts where guide_id = ${guideId} and channel = any(${channels}::text[])`;

/** Guides with a URL. The job acts as the first admin. */
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
