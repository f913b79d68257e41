/**
 * Port by which bots and WhatsApp numbers pass private messages to the module that sells in chats.
 * The module has a higher rank, so the server provides it to the webhooks.
 */
import type { AppContext } from '../foundation/app-context.ts';
import type { Tx } from '../foundation/database.ts';

/** Bot or number that received a message. */
export interface ChatReceiver {
  readonly channel: 'telegram' | 'whatsapp';
  readonly id: number;
}

export interface ReceivedMessage {
  readonly receiver: ChatReceiver;
  /** Id of the Telegram chat, or digits of the WhatsApp number. */
  readonly address: string;
  /** Number that the channel proves to be the sender's. Undefined if this message proves none. */
  readonly phone: string | undefined;
  readonly text: string;
  /** Time at which the person sent the message, in whole seconds. */
  readonly sentAt: Date;
  /** Orders the messages of one second. */
  readonly position: number;
}

/** Callbacks run in the transaction of the message. */
export interface SalesChats {
  /**
   * Stores the message if a sales chat answers it. `command` means that the person pressed a
   * button. Undefined if no sales chat answers.
   */
  readonly received: (
    ctx: AppContext,
    tx: Tx,
    message: ReceivedMessage,
  ) => Promise<'command' | 'text' | undefined>;
  /** Called for a stop word. Returns true if a sales chat existed. */
  readonly stopped: (
    tx: Tx,
    receiver: ChatReceiver,
    address: string,
    now: Date,
  ) => Promise<boolean>;
  /** Called if the channel reports that it did not deliver a message that it had accepted. */
  readonly failed: (tx: Tx, receiver: ChatReceiver, failure: ReplyFailure) => Promise<void>;
}

export interface ReplyFailure {
  /** Our id of the message. */
  readonly ownId: string;
  readonly problem: string;
  readonly at: Date;
}
