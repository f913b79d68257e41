/** What a channel that sends by itself does for reminders. */
import type { AutomaticChannel } from '@ramal/contract/rules/reminders';
import type { Sql } from 'sql-template-tag';
import type { AppContext } from '../../foundation/app-context.ts';
import type { Delivery, DeliveryOutcome } from '../../outbox/outbox.ts';
import type { FrozenFacts } from '../planning/plan-account.ts';

export interface Seller {
  readonly id: number;
  readonly username: string;
  readonly email: string | null;
  readonly idFranchise: number | null;
}

export interface ChannelState {
  /** What keeps it from sending; null while nothing does. */
  readonly problem: string | null;
  /** By which bot, number or address it goes. */
  readonly by: string | null;
  /** Cents of a real for one message. */
  readonly costCents: number;
  /** The queue of the outbox: what is served and paused together. */
  readonly queue: string;
}

/** A reminder on its way, still due. */
export interface Outgoing {
  readonly id: number;
  readonly lineId: number;
  readonly kind: 'due' | 'renewed';
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
  /** Condition over `lines l` of one seller: the channel reaches this customer. */
  readonly reaches: (ctx: AppContext, seller: Seller) => Sql;
  /** How many more it takes now; a limit that is not the account's own. Without it: any number. */
  readonly room?: (ctx: AppContext, seller: Seller) => Promise<number>;
  readonly send: (
    ctx: AppContext,
    reminder: Outgoing,
    delivery: Delivery,
    signal: AbortSignal,
  ) => Promise<DeliveryOutcome>;
}
