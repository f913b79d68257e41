/** The open ticket: its conversation, and its facts next to it if there is space. */
import { readTicketContext } from '@ramal/contract/tickets/ticket-facts';
import { ADMINISTRATION } from '@ramal/contract/rules/tickets';
import { useCall } from '../foundation/api/query.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import type { ConversationProps } from './chat/conversation-props.ts';
import { Conversation } from './chat/Conversation.tsx';
import type { OpenTicket } from './chat/use-chat.ts';
import { useChat } from './chat/use-chat.ts';
import { FactsPane } from './facts/FactsPane.tsx';
import classes from './OpenConversation.module.css';
import { useMailboxKeys } from './use-mailbox-keys.ts';
import { useHasFactsPane } from './viewport.ts';

/** Interval in ms at which the facts are read again, because the line's screens change. */
const REFRESH_MS = 60_000;

interface OpenConversationProps extends Omit<ConversationProps, 'chat' | 'context' | 'onFinish'> {
  readonly id: number;
  readonly onFinish: (ticket: OpenTicket) => Promise<void>;
}

export function OpenConversation({ id, onFinish, ...props }: OpenConversationProps) {
  const chat = useChat(id);
  const { data: context } = useCall(
    readTicketContext,
    { params: { id } },
    { refreshEveryMs: REFRESH_MS },
  );
  const hasPane = useHasFactsPane();
  const isPhone = useIsPhone();
  const { ticket } = chat;
  const hasFacts = hasPane && ticket !== undefined && ticket.category !== ADMINISTRATION;
  const finish = (finished: OpenTicket) => void onFinish(finished).then(() => chat.load());
  useMailboxKeys({
    e: () => ticket?.canFinish && finish(ticket),
    h: () => ticket && ticket.status !== 1 && props.postponing.onChange(true),
  });
  return (
    <div className={classes.root} data-whole-page data-bottom-bar={isPhone || undefined}>
      <section className={classes.conversation} aria-label={ticket?.title ?? 'Ticket'}>
        <Conversation {...props} {...{ chat, context }} onFinish={finish} />
      </section>
      {hasFacts && (
        <div className={classes.facts} data-facts-pane>
          <FactsPane {...{ ticket, context }} now={props.now} onChannel={props.onChannel} />
        </div>
      )}
    </div>
  );
}
