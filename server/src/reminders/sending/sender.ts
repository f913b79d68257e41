/** Interface of an automatic channel for reminders. */
import type { AutomaticChannel, MessageKind } from '@ramal/contract/rules/reminders';
import type { Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Delivery, DeliveryOutcome } from '../../outbox/outbox.ts';
import type { FrozenFacts } from '../planning/frozen-facts.ts';

export interface Seller {
  readonly id: number;
  readonly username: string;
  readonly email: string | null;
  readonly idFranchise: number | null;
}

export interface ChannelState {
  /** Reason why the channel cannot send; null if the channel is ready. */
  readonly problem: string | null;
  /** Name of the bot, number or address that sends. */
  readonly by: string | null;
  /** Cost of one message in cents of a real. */
  readonly costCents: number;
  /** Outbox queue of the channel. Deliveries of a queue are processed and paused together. */
  readonly queue: string;
}

/** A reminder that is being sent and is still due. */
export interface Outgoing {
  readonly id: number;
  readonly lineId: number;
  readonly kind: MessageKind;
  readonly days: number;
  readonly body: string;
  readonly facts: FrozenFacts;
  readonly whatsapp: string | null;
  readonly email: string | null;
  readonly seller: Seller;
  readonly baseUrl: string;
}

export interface ReminderSender {
  readonly channel: AutomaticChannel;
  readonly state: (ctx: AppContext, seller: Seller) => Promise<ChannelState>;
  /**
   * Returns a condition on `lines l` of one seller: the channel can reach the customer of the line.
   */
  readonly reachableCondition: (ctx: AppContext, seller: Seller) => Sql;
  /**
   * Number of additional reminders that the channel accepts now, by a limit outside the account.
   * Unlimited if undefined.
   */
  readonly countRemaining?: (ctx: AppContext, seller: Seller) => Promise<number>;
  readonly send: (
    ctx: AppContext,
    reminder: Outgoing,
    delivery: Delivery,
    signal: AbortSignal,
  ) => Promise<DeliveryOutcome>;
}
