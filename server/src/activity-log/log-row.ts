/**
 * Converts events to the rows of the log: the sentence, and the names and addresses that the reader
 * may see.
 */
import type { logRow } from '@ramal/contract/logs';
import type { z } from 'zod';
import { bouquetNames } from '../catalogue/catalogue.ts';
import type { Actor, ReaderAccount } from '../foundation/caller.ts';
import { formatDateTime } from '../foundation/clock.ts';
import type { ReadingContext } from '../foundation/app-context.ts';
import { ADMINISTRATION, type EventData, type LogContext, sentenceHtml } from './log-sentence.ts';
import { type LogEvent, readVisibleNames } from './log.sql.ts';

/** Reads the names that appear in the sentences of these events and that the reader may see. */
export async function readLogContext(
  { db, clock }: Pick<ReadingContext, 'db' | 'clock'>,
  viewer: ReaderAccount,
  events: readonly LogEvent[],
): Promise<LogContext> {
  const eventData = events.flatMap(({ before, after }) => [before, after]);
  const [bouquets, visibleNames] = await Promise.all([
    bouquetNames(
      db,
      eventData.flatMap((data) => idsUnder(data, ['bouquets', 'bouquet_ids'])),
    ),
    readVisibleNames(
      db,
      viewer,
      eventData.flatMap((data) => fieldsWithNames.map((name) => data?.[name])),
    ),
  ]);
  return { timeZone: clock.timeZone, bouquets, visibleNames };
}

/** Fields of events that contain the user name of an account. */
const fieldsWithNames = ['owner', 'with', 'network', 'assignee'] as const;

const idsUnder = (data: EventData | null, names: readonly string[]): number[] =>
  names.flatMap((name) => data?.[name]).filter((id): id is number => Number.isSafeInteger(id));

export const serializeLogRow = (
  event: LogEvent,
  actor: Actor,
  context: LogContext,
  timeZone: string,
): z.input<typeof logRow> => ({
  id: actor.grants.has('logs.ids') ? event.id : null,
  source: event.source,
  revenda: event.account ?? '',
  revendaId: event.accountId,
  usuario: eventSubject(event),
  autor: eventAuthor(event),
  acao: sentenceHtml(event, context),
  date: formatDateTime(event.at, timeZone),
  ip: visibleAddress(event),
});

/**
 * Returns the line's user name, or the name of the account that the event is about. Empty if it is
 * about neither.
 */
export const eventSubject = ({ line, account }: LogEvent): string => line ?? account ?? '';

/**
 * Returns the author's name. Empty if the account itself is the author, or if the event has no
 * author. Of the accounts above the reader, only the parent's name is shown.
 */
export function eventAuthor({
  actorId,
  accountId,
  actor,
  actorIsAdmin,
  isActorVisible,
  isParent,
}: LogEvent): string {
  if (actorId === null || actorId === accountId) return '';
  if (actor && (isActorVisible || (isParent && !actorIsAdmin))) return actor;
  return actorIsAdmin ? ADMINISTRATION : 'Quem vende para você';
}

/** Returns the address of the actor. Empty if the actor is above the reader. */
export const visibleAddress = ({ isActorVisible, address }: LogEvent): string =>
  (isActorVisible && address) || '';
