/** Declares how a module's messages are sent. */
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';

export interface Delivery {
  readonly id: number;
  readonly kind: string;
  readonly queue: string;
  readonly accountId: number;
  readonly subjectId: number;
  readonly payload: unknown;
  /** Number of the attempt, beginning with 1. */
  readonly attempt: number;
  readonly createdAt: Date;
}

interface OutcomeDetails {
  /**
   * Reason, in Portuguese if a screen shows it. Contains no secrets and no addresses of other
   * people.
   */
  readonly reason?: string;
  /** Beginning of the external system's answer. */
  readonly answer?: string;
  /**
   * Pauses the whole queue, because the external system requested a pause or rejects everything.
   */
  readonly pause?: { readonly untilMs: number; readonly reason: string };
}

export type DeliveryOutcome = OutcomeDetails &
  (
    | { readonly state: 'sent'; readonly reference?: string }
    /**
     * Retries after `afterMs`, by default after the kind's next pause. After the last attempt the
     * delivery fails.
     */
    | { readonly state: 'retry'; readonly afterMs?: number }
    | { readonly state: 'failed' }
    /** The message may have arrived. It is repeated only if the kind allows it. */
    | { readonly state: 'unknown' }
    /** The message is no longer needed, so it is not sent. */
    | { readonly state: 'skipped' }
  );

export interface DeliveryKind {
  readonly kind: string;
  /**
   * True if a message with an unknown outcome is sent again, because its loss would be worse than a
   * repetition.
   */
  readonly mayRepeat: boolean;
  /**
   * Pauses before the further attempts, in order. Without a remaining pause the delivery is not
   * tried again.
   */
  readonly pausesMs: readonly number[];
  /** Sends one message. Never throws for errors of the external system. */
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
