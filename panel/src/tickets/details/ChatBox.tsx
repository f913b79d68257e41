/**
 * Messages of a ticket. The user's own messages are at the right. Messages that are not sent yet
 * have a dashed border.
 */
import { ActionIcon, Button, Group, Text } from '@mantine/core';
import type { ChatMessage } from '@ramal/contract/tickets/tickets';
import { IconTrash } from '@tabler/icons-react';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { currentSession } from '../../foundation/api/session.ts';
import { calendarDays, formatDate, formatDateTime, formatTime } from '../../foundation/dates.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import classes from './ChatBox.module.css';
import { ChatPicture } from './ChatPicture.tsx';
import type { Outgoing } from './outbox.ts';
import type { Chat } from './use-chat.ts';

interface ChatBoxProps {
  readonly chat: Chat;
  readonly now: Date;
  /** Removes a message. Set only for admins (Q-DELCHAT). */
  readonly onRemove?: (message: ChatMessage) => void;
}

export function ChatBox({ chat, now, onRemove }: ChatBoxProps) {
  const { messages, outbox, ticket } = chat;
  const isAuthor = ticket !== undefined && ticket.author === currentSession()?.username;
  const isOwnLast = outbox.length > 0 || messages.at(-1)?.mine === true;
  const box = useEndInView(messages.length + outbox.length, isOwnLast);
  return (
    <div
      ref={box}
      className={classes.root}
      role="log"
      aria-label="Conversa"
      // Makes a long chat focusable, so that the keyboard can scroll it.
      tabIndex={0}
    >
      {ticket?.content ? (
        <Bubble
          mine={isAuthor}
          foot={`${isAuthor ? '' : `${ticket.author} · `}${formatDateTime(new Date(ticket.createdAt * 1000))}`}
        >
          {ticket.content}
        </Bubble>
      ) : (
        messages.length + outbox.length === 0 && (
          <Text m="auto" c="var(--ink-2)" fz="caption" ta="center">
            Nenhuma mensagem ainda
          </Text>
        )
      )}
      {messages.map((message, index) => (
        <Fragment key={message.number}>
          <Day message={message} before={messages[index - 1]} now={now} />
          <Bubble
            mine={message.mine}
            foot={
              <>
                {message.mine ? '' : `${message.author} · `}
                {formatTime(sentAt(message))}
                {message.mine && message.number <= (ticket?.readNumber ?? 0) && ' · lida'}
              </>
            }
            aside={
              onRemove && (
                <ActionIcon
                  variant="subtle"
                  size="sm"
                  className={classes.remove ?? ''}
                  aria-label={`Remover a mensagem ${message.number}`}
                  onClick={() => onRemove(message)}
                >
                  <IconTrash size={15} stroke={1.75} />
                </ActionIcon>
              )
            }
          >
            {message.bodyText}
            {message.pictures.map((picture) => (
              <ChatPicture key={picture.name} picture={picture} />
            ))}
          </Bubble>
        </Fragment>
      ))}
      {outbox.map((message) => (
        <Waiting key={message.clientId} message={message} chat={chat} />
      ))}
    </div>
  );
}

function Waiting({ message, chat }: { message: Outgoing; chat: Chat }) {
  const { clientId, text, pictures, refused } = message;
  const foot =
    refused === undefined ? (
      waitingWords()
    ) : (
      <Text span inherit c="var(--bad)" role="alert">
        {refused}
        <Button variant="subtle" size="compact-xs" onClick={() => chat.retry(clientId)}>
          Tentar de novo
        </Button>
        <Button variant="subtle" size="compact-xs" onClick={() => chat.discard(clientId)}>
          Descartar
        </Button>
      </Text>
    );
  return (
    <Bubble mine waiting foot={foot}>
      {text || (pictures.length === 1 ? '1 imagem' : `${pictures.length} imagens`)}
    </Bubble>
  );
}

const waitingWords = (): string =>
  navigator.onLine ? 'enviando…' : 'sem rede · sai quando voltar';

const sentAt = ({ timestamp }: ChatMessage): Date => new Date(timestamp * 1000);

function Day({
  message,
  before,
  now,
}: {
  message: ChatMessage;
  before: ChatMessage | undefined;
  now: Date;
}) {
  const day = formatDate(sentAt(message));
  if (before && formatDate(sentAt(before)) === day) return null;
  const days = calendarDays(sentAt(message), now);
  return (
    <Text c="var(--ink-2)" fz="caption" ta="center">
      {days === 0 ? 'Hoje' : days === -1 ? 'Ontem' : day}
    </Text>
  );
}

interface BubbleProps {
  readonly mine: boolean;
  readonly waiting?: boolean;
  readonly foot: ReactNode;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

const Bubble = ({ mine, waiting = false, foot, aside, children }: BubbleProps) => (
  <Group gap="2xs" wrap="nowrap" maw="86%" className={classes.row} data-mine={mine || undefined}>
    <div className={classes.bubble} data-waiting={waiting || undefined}>
      <div className={classes.text} data-said>
        {children}
      </div>
      <div className={classes.foot}>{foot}</div>
    </div>
    {aside}
  </Group>
);

/**
 * Scrolls to the newest message, unless the user reads an earlier one. On a phone the dialog around
 * the chat also scrolls to it, when the dialog opens and after the user's own message.
 */
function useEndInView(count: number, isOwnLast: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const seen = useRef(0);
  useEffect(() => {
    const node = box.current;
    if (!node) return;
    const fromEnd = node.scrollHeight - node.scrollTop - node.clientHeight;
    const isFirst = seen.current === 0;
    if (isFirst || fromEnd < 200) node.scrollTop = node.scrollHeight;
    if (isPhone && count > 0 && (isFirst || isOwnLast)) node.scrollIntoView({ block: 'center' });
    seen.current = count;
  }, [count, isOwnLast, isPhone]);
  return box;
}
