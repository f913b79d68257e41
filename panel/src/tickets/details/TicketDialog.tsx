/** Dialog of a ticket with its subject, its chat and its actions (S-TPORTAL-31 to 35). */
import { ActionIcon, Box, Button, Group, Stack } from '@mantine/core';
import {
  ADMINISTRATION,
  requiresTechnology,
  categoryFilters,
  categoryLabels,
  LIVE_TV,
  technologyLabels,
} from '@ramal/contract/rules/tickets';
import { blockTicket, finishTicket, removeTicketMessage } from '@ramal/contract/tickets/tickets';
import { IconCheck, IconDots, IconLock, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../foundation/api/api.ts';
import { useAction } from '../../foundation/api/query.ts';
import { formatDateTime } from '../../foundation/dates.ts';
import { useNow } from '../../foundation/use-now.ts';
import { useIsLow, useIsPhone } from '../../foundation/viewport.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { ButtonMenu } from '../../ui/floating/ButtonMenu.tsx';
import { HtmlText } from '../../ui/html/HtmlText.tsx';
import { ErrorState } from '../../ui/states/ErrorState.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { FactsPanel, fillsColumn, FoldedFacts } from '../FactsPanel.tsx';
import { TicketBadge } from '../ticket-status.tsx';
import { Assignee } from './Assignee.tsx';
import { ChatBox } from './ChatBox.tsx';
import classes from './TicketDialog.module.css';
import { ForwardMessage } from './ForwardMessage.tsx';
import { type Chat, type OpenTicket, useChat } from './use-chat.ts';
import { MessageForm } from './MessageForm.tsx';

interface TicketDialogProps {
  readonly id: number;
  readonly isAdmin: boolean;
  readonly onClose: () => void;
}

export function TicketDialog({ id, isAdmin, onClose }: TicketDialogProps) {
  const chat = useChat(id);
  const { ticket, error } = chat;
  const writesBelow = useWritesBelow();
  const parts = ticket && { ticket, chat, isAdmin };
  return (
    <Dialog
      onClose={onClose}
      width={ticket?.facts && fillsColumn(ticket.facts) ? 980 : 680}
      title={ticket?.title ?? 'Ticket'}
      subtitle={ticket && <Subtitle ticket={ticket} />}
      footer={parts && footOf(parts, writesBelow)}
    >
      {error && (!ticket || error.status === 404) ? (
        <ErrorState
          title="O ticket não pôde ser aberto"
          error={tryLater(error)}
          busy={false}
          onRetry={() => void chat.load()}
        />
      ) : parts ? (
        <Details {...parts} writesBelow={writesBelow} />
      ) : (
        <Box h="calc(21 * var(--space-3xl))" role="status" aria-label="Carregando o ticket" />
      )}
    </Dialog>
  );
}

/** Replaces the text of a server failure by the advice to try again later (M-75). */
function tryLater(error: ApiError): ApiError {
  if (error.status < 500) return error;
  const { status, code, title, fields, requestId, retryAfter } = error;
  const message = 'Por favor, tente novamente mais tarde.';
  return new ApiError({ status, code, title, message, fields, requestId, retryAfter });
}

const Subtitle = ({ ticket }: { ticket: OpenTicket }) => (
  <Group component="span" gap="var(--space-2xs) var(--space-md)" display="inline-flex">
    {ticket.category !== ADMINISTRATION && <TicketBadge status={ticket.status} />}
    {ticket.blocked === 1 && (
      <Group component="span" gap="2xs" wrap="nowrap" display="inline-flex" c="var(--bad)">
        <IconLock size={14} stroke={1.75} aria-hidden /> bloqueado
      </Group>
    )}
    <span>
      Ticket {ticket.id} · {ticket.author} · {formatDateTime(new Date(ticket.createdAt * 1000))}
      {ticket.firstAnswerAt !== null && ` · ${answeredIn(ticket.firstAnswerAt - ticket.createdAt)}`}
    </span>
  </Group>
);

function answeredIn(seconds: number): string {
  const minutes = Math.max(1, Math.round(seconds / 60));
  const words = minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60}`;
  return `primeira resposta em ${words}`;
}

interface PartProps {
  readonly ticket: OpenTicket;
  readonly chat: Chat;
  readonly isAdmin: boolean;
}

/**
 * True if the message field has a fixed position at the bottom, near the thumb. A phone in
 * landscape has too little height for it.
 */
function useWritesBelow(): boolean {
  const isPhone = useIsPhone();
  const isLow = useIsLow();
  return isPhone && !isLow;
}

function footOf(parts: PartProps, writesBelow: boolean): ReactNode {
  const { ticket, isAdmin } = parts;
  const isChat = ticket.category !== ADMINISTRATION;
  const hasActs = (isAdmin && isChat) || ticket.canFinish || ticket.passesOnTo > 0;
  const writes = writesBelow && isChat;
  if (!hasActs && !writes) return undefined;
  return (
    <Stack gap="lg" w="100%" miw={0}>
      {hasActs && <Acts {...parts} />}
      {writes && <MessageForm {...parts} />}
    </Stack>
  );
}

const FACTS = 'A linha, ao abrir o ticket';
const CHANNEL_FACTS = 'Os canais, ao abrir o ticket';

function Details({
  ticket,
  chat,
  isAdmin,
  writesBelow,
}: PartProps & { readonly writesBelow: boolean }) {
  const now = useNow();
  const removing = useRemoving(chat);
  const isPhone = useIsPhone();
  const { facts } = ticket;
  const title = facts?.line ? FACTS : CHANNEL_FACTS;
  const isBeside = facts !== null && !isPhone && fillsColumn(facts);
  const about = <About ticket={ticket} />;
  if (ticket.category === ADMINISTRATION) return <HtmlText html={ticket.content} />;
  return (
    <div className={classes.columns} data-with-facts={isBeside || undefined}>
      <Stack gap="lg" miw={0}>
        {isPhone ? (
          <FoldedFacts title={title} facts={facts ?? undefined} now={now} about={about} />
        ) : (
          about
        )}
        {facts && !isPhone && !isBeside && <FactsPanel title={title} facts={facts} now={now} />}
        <ChatBox chat={chat} now={now} {...(isAdmin ? { onRemove: removing } : {})} />
        {!writesBelow && <MessageForm chat={chat} ticket={ticket} isAdmin={isAdmin} />}
      </Stack>
      {isBeside && (
        <aside className={classes.side}>
          <FactsPanel title={title} facts={facts} now={now} />
        </aside>
      )}
    </div>
  );
}

function About({ ticket }: { ticket: OpenTicket }) {
  const { category, technology, resolution, channels, user } = ticket;
  const isLiveTv = category === LIVE_TV;
  return (
    <Group component="dl" gap="var(--space-sm) var(--space-4xl)" align="stretch">
      <Fact label="Categoria">
        {isLiveTv ? categoryLabels[category] : categoryFilters[category]}
      </Fact>
      {requiresTechnology(category) && technology !== null && (
        <Fact label="Tecnologia">{technologyLabels[technology]}</Fact>
      )}
      {isLiveTv && resolution && <Fact label="Resolução">{resolution}</Fact>}
      {user && <Fact label="Usuário">{user}</Fact>}
      {isLiveTv && channels.length > 0 && (
        <Fact label="Canais">
          {channels.map((channel) => (
            <Box
              key={channel}
              component="span"
              py="1px"
              px="sm"
              bdrs="var(--radius-chip)"
              bg="var(--hover)"
            >
              {channel}
            </Box>
          ))}
        </Fact>
      )}
    </Group>
  );
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Box component="dt" c="var(--ink-2)" fz="caption">
      {label}
    </Box>
    <Group component="dd" gap="xs" align="stretch">
      {children}
    </Group>
  </div>
);

function Acts({ ticket, chat, isAdmin }: PartProps) {
  const confirm = useConfirm();
  const toast = useToast();
  const done = ({ message }: { message: string }) => {
    toast({ title: message });
    void chat.load();
  };
  const finish = useAction(finishTicket, { onSuccess: done });
  const block = useAction(blockTicket, { onSuccess: done });
  const sent = { params: { id: ticket.id } };
  const askToBlock = () =>
    confirm({
      title: 'Bloquear este ticket?',
      lead: 'Quem abriu não escreve mais nele; a administração ainda escreve.',
      icon: IconLock,
      tone: 'danger',
      confirmLabel: 'Sim, bloquear',
      onConfirm: () => block.mutateAsync(sent),
    });
  return (
    <Group gap="md" w="100%" className={classes.acts}>
      {ticket.passesOnTo > 0 && <ForwardMessage ticket={ticket} onDone={() => void chat.load()} />}
      {isAdmin && ticket.category !== ADMINISTRATION && (
        <Assignee ticket={ticket} onDone={() => void chat.load()} />
      )}
      {ticket.canFinish && (
        <Button
          flex="none"
          ml="auto"
          variant="default"
          leftSection={<IconCheck size={16} stroke={1.75} />}
          onClick={() =>
            void confirm({
              title: 'Finalizar este ticket?',
              lead: 'Um ticket finalizado não recebe mais mensagens.',
              icon: IconCheck,
              tone: 'light',
              confirmLabel: 'Sim, finalizar',
              onConfirm: () => finish.mutateAsync(sent),
            })
          }
        >
          Finalizar Ticket
        </Button>
      )}
      {ticket.canBlock && <MoreActs onBlock={() => void askToBlock()} />}
    </Group>
  );
}

/** Menu with the destructive action. The menu keeps it away from the message field. */
function MoreActs({ onBlock }: { onBlock: () => void }) {
  const [opened, setOpened] = useState(false);
  return (
    <ButtonMenu
      opened={opened}
      onChange={setOpened}
      position="top-end"
      offset={4}
      opensDialogs
      button={
        <ActionIcon size={36} variant="default" aria-label="Mais ações do ticket">
          <IconDots size={17} stroke={2} />
        </ActionIcon>
      }
      choices={() => [
        [{ key: 'block', label: 'Bloquear Ticket', icon: IconLock, choose: onBlock }],
      ]}
    />
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
