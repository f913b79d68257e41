/** Facts about the person of a chat, and the answer to one message. */
import type { AppContext } from '../../foundation/app-context.ts';
import type { RequestMeta } from '../../foundation/caller.ts';
import type { ReadPage } from '../../storefront/storefront.ts';
import type { Chat } from '../chats.sql.ts';
import type { Reply } from './reply.ts';
import {
  type ChatState,
  initialState,
  type MenuChoice,
  menuOption,
  type Option,
  toMenuOption,
  withUniqueLabels,
} from './state.ts';

export interface Conversation {
  readonly ctx: AppContext;
  readonly chat: Chat;
  /** Id of the stored message that is answered. */
  readonly messageId: number;
  /** Open page of the seller. */
  readonly storefront: ReadPage;
  readonly requestMeta: RequestMeta;
}

/** Conversation with a person whose number is proved. */
export interface ProvedConversation extends Conversation {
  readonly phone: string;
}

export interface Turn {
  readonly state: ChatState;
  readonly replies: readonly Reply[];
  /** Charge whose result the chat reports. */
  readonly chargeId?: number;
  /** Sent if the charge has no result that the chat can report now. */
  readonly replyWithoutResult?: Reply;
  /** Ticket whose answers the chat receives. */
  readonly ticketId?: number;
}

/** Maximum number of options, because a list of WhatsApp has ten rows. */
export const MAX_OPTIONS = 9;

/** Offers options below a text. */
export function offer(text: string, options: readonly Option[]): Turn {
  const unique = withUniqueLabels(options);
  return {
    state: { ...initialState, options: unique },
    replies: [{ text, options: unique.map(({ label }) => label) }],
  };
}

/** True unless the page of the seller does not offer this now. */
export function isOffered({ storefront }: Conversation, choice: MenuChoice): boolean {
  const { products, tests, methods } = storefront.page;
  if (choice === 'test')
    return tests.pause !== 'off' && products.some(({ testId }) => testId !== null);
  if (choice === 'subscribe')
    return methods.includes('pix') && products.some(({ offers }) => offers.length > 0);
  return true;
}

/** Answers with a text and those of the choices that the seller offers. */
export function answer(
  conversation: Conversation,
  text: string,
  ...choices: readonly MenuChoice[]
): Turn {
  const offered = choices.filter((choice) => isOffered(conversation, choice));
  return offer(text, [...offered.map(toMenuOption), menuOption]);
}
