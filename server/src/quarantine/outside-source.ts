/**
 * Interface to modules that can read what happened at external systems after the backup was made.
 * These modules import this one, so app.ts passes them (server/src/outside-sources.ts).
 */
import type { HandlerResult } from '@ramal/contract/api/endpoint';
import type { listOutside, outsideKinds } from '@ramal/contract/operations/quarantine';
import type { AppContext } from '../foundation/app-context.ts';
import type { Caller } from '../foundation/caller.ts';
import type { Reader, Tx } from '../foundation/database.ts';

export type OutsideView = HandlerResult<typeof listOutside>;

/** An external event that the restored data does not contain. */
export type OutsideEvent = Omit<OutsideView['happened'][number], 'kind' | 'settled'>;

export interface OutsideReading {
  readonly events: readonly OutsideEvent[];
  /** External systems that could not be read. */
  readonly unread: OutsideView['unread'];
}

type OutsideCaller = Pick<Caller, 'actor' | 'requestMeta'>;

export interface OutsideSource {
  readonly kind: (typeof outsideKinds)[number];
  /** Name of the external system. */
  readonly where: string;
  /** Reads the external system and changes nothing. `late` stops further requests. */
  readonly read: (ctx: AppContext, since: Date, late: AbortSignal) => Promise<OutsideReading>;
  /**
   * Performs the action that the event with this key requires. A repetition has no effect. Returns
   * the message; undefined if the event does not exist.
   */
  readonly act: (
    ctx: AppContext,
    caller: OutsideCaller,
    event: { readonly key: string; readonly since: Date },
  ) => Promise<string | undefined>;
}

interface RestoreTimes {
  readonly restoredAt: Date;
  readonly now: Date;
}

export interface OutsideSources {
  readonly sources: readonly OutsideSource[];
  readonly countWaitingMessages: (reader: Reader, now: Date) => Promise<OutsideView['messages']>;
  readonly countRestoredKeys: (reader: Reader, times: RestoreTimes) => Promise<number>;
  readonly revokeRestoredKeys: (
    tx: Tx,
    caller: OutsideCaller,
    times: RestoreTimes,
  ) => Promise<unknown>;
}
