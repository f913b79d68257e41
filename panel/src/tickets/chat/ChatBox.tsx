/**
 * Messages of a ticket. The user's own messages are at the right. Messages that are not sent yet
 * have a dashed border.
 */
import { ActionIcon, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { ChatMessage } from '@ramal/contract/tickets/tickets';
import { IconAlertCircle, IconArrowDown, IconClock, IconTrash } from '@tabler/icons-react';
import { Fragment, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { currentSession } from '../../foundation/api/session.ts';
import { formatDate, formatTime } from '../../foundation/dates.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { useShowsCards } from '../../foundation/viewport.ts';
import { at, dayWord, subjectWords } from '../ticket-words.ts';
import classes from './ChatBox.module.css';
import { ChatPicture } from './ChatPicture.tsx';
import type { Outgoing } from './outbox.ts';
import type { Chat, OpenTicket } from './use-chat.ts';

interface ChatBoxProps {
  readonly chat: Chat;
  readonly now: Date;
  /** Removes a message. Set only for admins (Q-DELCHAT). */
  readonly onRemove?: (message: ChatMessage) => void;
  /** Notices after the messages. */
  readonly children?: ReactNode;
}

export function ChatBox({ chat, now, onRemove, children }: ChatBoxProps) {
  const { messages, outbox, ticket } = chat;
  const { box, unseen, toEnd, onScroll } = useEndInView(messages, outbox.length);
  return (
    <div className={classes.frame}>
      <div
        ref={box}
        className={classes.root}
        role="log"
        aria-label="Conversa"
        // Makes a long chat focusable, so that the keyboard can scroll it.
        tabIndex={0}
        onScroll={onScroll}
      >
        {ticket ? <FirstMessage ticket={ticket} now={now} /> : <BubbleSkeletons />}
        {messages.map((message, index) => (
          <Fragment key={message.number}>
            <Day
              moment={sentAt(message)}
              before={index === 0 ? at(ticket?.createdAt ?? 0) : sentAt(messages[index - 1]!)}
              now={now}
            />
            <Message {...{ message, chat }} {...(onRemove ? { onRemove } : {})} />
          </Fragment>
        ))}
        {children}
        {outbox.map((message) => (
          <Waiting key={message.clientId} message={message} chat={chat} />
        ))}
      </div>
      {unseen > 0 && (
        <Button
          size="xs"
          radius="xl"
          className={classes.pill ?? ''}
          leftSection={<IconArrowDown size={15} stroke={1.75} />}
          onClick={toEnd}
        >
          {pluralize(unseen, 'mensagem nova', 'mensagens novas')}
        </Button>
      )}
    </div>
  );
}

/** Text of the ticket as the first bubble, with its channels. */
function FirstMessage({ ticket, now }: { ticket: OpenTicket; now: Date }) {
  const isPhone = useShowsCards();
  const { content, channels, resolution, author, createdAt, user } = ticket;
  const isAuthor = author === currentSession()?.username;
  const opened = at(createdAt);
  const names = [...channels, ...(resolution && resolution !== 'Todas' ? [resolution] : [])];
  return (
    <>
      <Text c="var(--ink-2)" fz="caption" ta="center" mt="auto">
        {isPhone ? dayWord(opened, now) : `${dayWord(opened, now)} · ${subjectWords(ticket)}`}
      </Text>
      <Bubble
        mine={isAuthor}
        foot={[
          ...(isAuthor ? [] : [author]),
          formatTime(opened),
          ...(user && user !== author ? [`usuário ${user}`] : []),
        ].join(' · ')}
      >
        {content}
        {names.length > 0 && (
          <Group gap="2xs" mt="2xs">
            {names.map((name) => (
              <span key={name} className={classes.channel}>
                {name}
              </span>
            ))}
          </Group>
        )}
      </Bubble>
    </>
  );
}

interface MessageProps {
  readonly message: ChatMessage;
  readonly chat: Chat;
  readonly onRemove?: (message: ChatMessage) => void;
}

const Message = ({ message, chat, onRemove }: MessageProps) => (
  <Bubble
    mine={message.mine}
    foot={
      <>
        {`${message.author} · `}
        {formatTime(sentAt(message))}
        {message.mine && message.number <= (chat.ticket?.readNumber ?? 0) && ' · lida'}
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
);

const BubbleSkeletons = () => (
  <Stack gap="md" mt="auto" role="status" aria-label="Carregando a conversa">
    <Skeleton height={64} width="62%" radius={13} />
    <Skeleton height={46} width="48%" radius={13} ms="auto" />
    <Skeleton height={46} width="54%" radius={13} />
  </Stack>
);

function Waiting({ message, chat }: { message: Outgoing; chat: Chat }) {
  const { clientId, text, pictures, refused } = message;
  const foot =
    refused === undefined ? (
      <>
        <IconClock size={13} stroke={1.75} aria-hidden /> {waitingWords()}
      </>
    ) : (
      <Text span inherit c="var(--bad)" role="alert">
        <IconAlertCircle size={14} stroke={1.75} aria-hidden /> Não foi enviada. {refused}
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

const sentAt = ({ timestamp }: ChatMessage): Date => at(timestamp);

interface DayProps {
  readonly moment: Date;
  readonly before: Date;
  readonly now: Date;
}

function Day({ moment, before, now }: DayProps) {
  if (formatDate(before) === formatDate(moment)) return null;
  return (
    <Text c="var(--ink-2)" fz="caption" ta="center">
      {dayWord(moment, now)}
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
  <Group gap="2xs" wrap="nowrap" className={classes.row} data-mine={mine || undefined}>
    <div className={classes.bubble} data-waiting={waiting || undefined}>
      <div className={classes.text} data-said>
        {children}
      </div>
      <div className={classes.foot}>{foot}</div>
    </div>
    {aside}
  </Group>
);

/** Distance in px from the end within which the chat follows new messages. */
const NEAR_PX = 200;

/**
 * Scrolls to the newest message when the chat opens and after the user's own message. While the
 * user reads an earlier message, new messages are counted instead.
 */
function useEndInView(messages: readonly ChatMessage[], waiting: number) {
  const box = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const last = messages.at(-1);
  const number = last?.number ?? 0;
  const isOwnLast = waiting > 0 || last?.mine === true;
  const [seen, setSeen] = useState(0);
  const toEnd = () => {
    const node = box.current;
    if (node) node.scrollTop = node.scrollHeight;
    setSeen(number);
  };
  useLayoutEffect(() => {
    const node = box.current;
    if (!node || !(isAtEnd.current || isOwnLast)) return undefined;
    node.scrollTop = node.scrollHeight;
    setSeen(number);
    // Pictures and notices become known later and push the end down.
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) node.scrollTop = node.scrollHeight;
    });
    observer.observe(node);
    return () => observer.disconnect();
  }, [number, waiting, isOwnLast]);
  const onScroll = () => {
    const node = box.current!;
    isAtEnd.current = node.scrollHeight - node.scrollTop - node.clientHeight < NEAR_PX;
    if (isAtEnd.current) setSeen(number);
  };
  const unseen = messages.filter((message) => message.number > seen && !message.mine).length;
  return { box, unseen, toEnd, onScroll };
}
