/** An open ticket: its head, its facts in one row, its messages and the field for an answer. */
import { Box } from '@mantine/core';
import { ADMINISTRATION } from '@ramal/contract/rules/tickets';
import { removeTicketMessage } from '@ramal/contract/tickets/tickets';
import { IconTrash } from '@tabler/icons-react';
import { ApiError } from '../../foundation/api/api.ts';
import { useAction } from '../../foundation/api/query.ts';
import { useShowsCards } from '../../foundation/viewport.ts';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { HtmlText } from '../../ui/html/HtmlText.tsx';
import { ErrorState } from '../../ui/states/ErrorState.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { ChannelFault } from '../facts/FactsPanel.tsx';
import { FactsRow } from '../facts/FactsRow.tsx';
import { useHasFactsPane } from '../viewport.ts';
import { ChatBox } from './ChatBox.tsx';
import classes from './Conversation.module.css';
import type { ConversationProps } from './conversation-props.ts';
import { ConversationHead } from './ConversationHead.tsx';
import { MessageForm } from './MessageForm.tsx';
import type { Chat } from './use-chat.ts';

export function Conversation(props: ConversationProps) {
  const { chat, onClose } = props;
  const { ticket, error } = chat;
  if (error && (!ticket || error.status === 404))
    return (
      <Box p="3xl">
        <ErrorState
          title="O ticket não pôde ser aberto"
          error={tryLater(error)}
          busy={false}
          onRetry={() => void chat.load()}
        />
        <Box ta="center">
          <button type="button" className={classes.back} onClick={onClose}>
            Voltar à lista
          </button>
        </Box>
      </Box>
    );
  return (
    <>
      <ConversationHead {...props} />
      <Body {...props} />
    </>
  );
}

/** Replaces the text of a server failure by the advice to try again later (M-75). */
function tryLater(error: ApiError): ApiError {
  if (error.status < 500) return error;
  const { status, code, title, fields, requestId, retryAfter } = error;
  const message = 'Por favor, tente novamente mais tarde.';
  return new ApiError({ status, code, title, message, fields, requestId, retryAfter });
}

function Body(props: ConversationProps) {
  const { chat, context, isAdmin, now, acts, focusRequests, onChannel } = props;
  const { ticket } = chat;
  const hasPane = useHasFactsPane();
  const isCards = useShowsCards();
  const removing = useRemoving(chat);
  if (ticket?.category === ADMINISTRATION)
    return (
      <Box p="3xl" className={classes.scroll}>
        <HtmlText html={ticket.content} />
      </Box>
    );
  const faults = context?.channels.filter(({ problem }) => problem !== '') ?? [];
  return (
    <>
      {ticket && !hasPane && (
        <FactsRow ticket={ticket} context={context} now={now} onChannel={onChannel} />
      )}
      <ChatBox chat={chat} now={now} {...(isAdmin ? { onRemove: removing } : {})}>
        {isCards &&
          faults.map((channel) => <ChannelFault key={channel.label} channel={channel} now={now} />)}
      </ChatBox>
      {ticket && <MessageForm {...{ chat, ticket, isAdmin, now, acts, focusRequests }} />}
    </>
  );
}

function useRemoving(chat: Chat) {
  const confirm = useConfirm();
  const toast = useToast();
  const remove = useAction(removeTicketMessage, {
    onSuccess: ({ message }) => {
      toast({ title: message });
      void chat.load();
    },
  });
  return ({ id }: { id: number }) =>
    void confirm({
      title: 'Remover esta mensagem?',
      lead: 'Ela sai da conversa de todos. O log guarda quem removeu.',
      icon: IconTrash,
      tone: 'danger',
      confirmLabel: 'Sim, remover',
      onConfirm: () => remove.mutateAsync({ params: { id } }),
    });
}
