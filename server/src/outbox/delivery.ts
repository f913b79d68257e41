/** What a module declares to have its messages sent. */
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';

export interface Delivery {
  readonly id: number;
  readonly kind: string;
  readonly queue: string;
  readonly accountId: number;
  readonly subjectId: number;
  readonly payload: unknown;
  /** 1 for the first try. */
  readonly attempt: number;
  readonly createdAt: Date;
}

interface OutcomeDetails {
  /** For people, in Portuguese where a screen shows it; without secrets and foreign addresses. */
  readonly reason?: string;
  /** The beginning of what the other side answered. */
  readonly answer?: string;
  /** The whole queue rests: the other side asked for patience, or refuses everything. */
  readonly pause?: { readonly untilMs: number; readonly reason: string };
}

export type DeliveryOutcome = OutcomeDetails &
  (
    | { readonly state: 'sent'; readonly reference?: string }
    /** Tried again after the kind's next pause, or after this one. */
    | { readonly state: 'retry'; readonly afterMs?: number }
    | { readonly state: 'failed' }
    /** It may have arrived: tried again only where the kind may repeat. */
    | { readonly state: 'unknown' }
    /** There is no reason to send it any more. */
    | { readonly state: 'skipped' }
  );

export interface DeliveryKind {
  readonly kind: string;
  /** Whether a message whose arrival is unknown is sent again, because twice is better than never. */
  readonly mayRepeat: boolean;
  /** The pause before each further try; after the last it has failed. */
  readonly pausesMs: readonly number[];
  /** Sends one message and never throws for what the other side does. */
  readonly send: (
    ctx: AppContext,
    delivery: Delivery,
    signal: AbortSignal,
  ) => Promise<DeliveryOutcome>;
  /** Runs in the transaction that writes the final outcome. */
  readonly finished?: (
    ctx: AppContext,
    tx: Tx,
    delivery: Delivery,
    outcome: DeliveryOutcome,
  ) => Promise<void>;
}
