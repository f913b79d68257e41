import type { TicketContext } from '@ramal/contract/tickets/ticket-facts';
import type { TicketActs } from '../use-ticket-acts.ts';
import type { Chat, OpenTicket } from './use-chat.ts';

export interface ConversationProps {
  readonly chat: Chat;
  readonly context: TicketContext | undefined;
  readonly isAdmin: boolean;
  readonly now: Date;
  readonly acts: TicketActs;
  /** The message field takes the focus each time when this number grows; never while it is 0. */
  readonly focusRequests: number;
  /** State of the menu «Adiar», which the key H opens. */
  readonly postponing: { readonly opened: boolean; readonly onChange: (opened: boolean) => void };
  readonly onFinish: (ticket: OpenTicket) => void;
  readonly onPostponed: () => void;
  readonly onClose: () => void;
  readonly onChannel: (key: string) => void;
}
