/**
 * Publishes, edits and removes announcements. An edit keeps the date of the announcement unless the
 * request contains another date. A removed announcement stays in the table, so that the log can
 * name it.
 */
import { refuse } from '@ramal/contract/api/errors';
import sql from 'sql-template-tag';
import { recordEvent } from '../events/events.ts';
import type { AppContext } from '../foundation/app-context.ts';
import { atMinute, localMinute } from '../foundation/clock.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Tx } from '../foundation/database.ts';
import { refuseIfChanged } from '../foundation/queries/row-version.ts';
import { hasText, safeHtml } from '../foundation/safe-html.ts';
import {
  serializeWrittenAnnouncement,
  columns,
  type PublishedAnnouncement,
} from './list-announcements.ts';

interface AnnouncementInput {
  /** Id of the announcement. 0 creates a new announcement. */
  readonly id: number;
  readonly heading: string;
  readonly bodyText: string;
  readonly type: PublishedAnnouncement['type'];
  /** Minute in the panel's time zone, for example `2026-11-21T20:30`. */
  readonly publishAt?: string | undefined;
  readonly endsAt?: string | null | undefined;
  readonly version?: string | undefined;
}

export async function getAnnouncement(ctx: AppContext, id: number) {
  const row = await ctx.db.first<PublishedAnnouncement>(
    sql`select ${columns} from announcements where id = ${id} and deleted_at is null`,
  );
  return serializeWrittenAnnouncement(ctx, row ?? refuse('announcement_not_found'));
}

export async function saveAnnouncement(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  input: AnnouncementInput,
) {
  const body = await safeHtml(input.bodyText);
  if (!hasText(body))
    refuse('invalid_fields', { fields: { bodyText: 'Escreva a mensagem do anúncio.' } });
  return ctx.db.tx(async (tx) => {
    const before = input.id === 0 ? undefined : await lockPublished(tx, input.id);
    if (before) refuseIfChanged(before, input.version);
    const { publishedAt, endsAt } = datesOf(ctx, input, before);
    const saved = await tx.first<PublishedAnnouncement>(
      before
        ? sql`update announcements set type = ${input.type}, title = ${input.heading}, body = ${body},
                published_at = ${publishedAt}, ends_at = ${endsAt}
              where id = ${input.id} returning ${columns}`
        : sql`insert into announcements (type, title, body, published_at, ends_at)
              values (${input.type}, ${input.heading}, ${body}, ${publishedAt}, ${endsAt})
              returning ${columns}`,
    );
    await recordEvent(tx, requestMeta, {
      kind: before ? 'announcement-altered' : 'announcement-published',
      actorId: actor.id,
      ...(before ? { before: named(before) } : {}),
      after: named(saved!),
    });
    return serializeWrittenAnnouncement(ctx, saved!);
  });
}

export async function deleteAnnouncement(
  ctx: AppContext,
  { actor, requestMeta }: Caller,
  id: number,
): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const before = await lockPublished(tx, id);
    await tx.run(sql`update announcements set deleted_at = ${ctx.clock.now()} where id = ${id}`);
    await recordEvent(tx, requestMeta, {
      kind: 'announcement-removed',
      actorId: actor.id,
      before: named(before),
    });
  });
}

/**
 * Returns the dates to store. A form sends the publication without seconds. If its minute is
 * unchanged, keeps the stored time with its seconds.
 */
function datesOf(
  { clock }: AppContext,
  { publishAt: publishMinute, endsAt: endMinute }: AnnouncementInput,
  before: PublishedAnnouncement | undefined,
) {
  const currentDate = before?.publishedAt ?? clock.now();
  const isKept =
    publishMinute === undefined || publishMinute === localMinute(currentDate, clock.timeZone);
  const publishedAt = isKept ? currentDate : atMinute(publishMinute, clock.timeZone);
  const stored = before?.endsAt ?? null;
  const sent = endMinute ? atMinute(endMinute, clock.timeZone) : null;
  const endsAt = endMinute === undefined ? stored : sent;
  if (endsAt && endsAt <= publishedAt)
    refuse('invalid_fields', { fields: { endsAt: 'O fim vem depois da publicação.' } });
  return { publishedAt, endsAt };
}

/** Locks the announcement, so that concurrent edits of two admins run one after the other. */
async function lockPublished(tx: Tx, id: number): Promise<PublishedAnnouncement> {
  const row = await tx.first<PublishedAnnouncement>(
    sql`select ${columns} from announcements where id = ${id} and deleted_at is null for update`,
  );
  return row ?? refuse('announcement_not_found');
}

const named = ({ id, type, title, publishedAt, endsAt }: PublishedAnnouncement) => ({
  announcement: id,
  type,
  title,
  publishedAt,
  endsAt,
});
