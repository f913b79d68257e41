/** Head of a conversation: its title, the admin in charge, and the acts on the ticket. */
import { ActionIcon, Button, Group, Skeleton } from '@mantine/core';
import { ADMINISTRATION, categoryFilters } from '@ramal/contract/rules/tickets';
import {
  IconCheck,
  IconChevronLeft,
  IconClockPause,
  IconDots,
  IconHistory,
  IconLink,
  IconLock,
  IconUserShare,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatDateTime } from '../../foundation/dates.ts';
import { useShowsCards } from '../../foundation/viewport.ts';
import { ButtonMenu } from '../../ui/floating/ButtonMenu.tsx';
import type { MenuChoice } from '../../ui/floating/frame-props.ts';
import { KeyCap } from '../../ui/KeyCap.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { at } from '../ticket-words.ts';
import { availablePostponements, postponementWords } from '../use-ticket-acts.ts';
import { Assignee, AssigneeSheet } from './Assignee.tsx';
import type { ConversationProps } from './conversation-props.ts';
import classes from './ConversationHead.module.css';
import { ForwardMessage } from './ForwardMessage.tsx';
import type { OpenTicket } from './use-chat.ts';

export function ConversationHead(props: ConversationProps) {
  const isCards = useShowsCards();
  const { ticket } = props.chat;
  if (!ticket)
    return (
      <header className={classes.root} role="status" aria-label="Carregando o ticket">
        {isCards && <Back onClose={props.onClose} />}
        <div className={classes.words}>
          <Skeleton height={18} width="60%" radius={4} />
        </div>
      </header>
    );
  return isCards ? (
    <PhoneHead {...props} ticket={ticket} />
  ) : (
    <DeskHead {...props} ticket={ticket} />
  );
}

type HeadProps = ConversationProps & { readonly ticket: OpenTicket };

const Back = ({ onClose }: { onClose: () => void }) => (
  <ActionIcon size={44} variant="subtle" color="gray" aria-label="Voltar" onClick={onClose}>
    <IconChevronLeft size={24} stroke={2} />
  </ActionIcon>
);

function PhoneHead(props: HeadProps) {
  const { ticket, chat, onFinish, onClose, isAdmin } = props;
  const [isPassing, setPassing] = useState(false);
  const reload = () => void chat.load();
  return (
    <header className={classes.root}>
      <Back onClose={onClose} />
      <div className={classes.words}>
        <h1 className={classes.title}>{ticket.title}</h1>
        <p className={classes.about}>{aboutWords(ticket)}</p>
      </div>
      {ticket.canFinish && (
        <ActionIcon
          size={44}
          variant="subtle"
          aria-label="Finalizar"
          onClick={() => onFinish(ticket)}
        >
          <IconCheck size={24} stroke={2} />
        </ActionIcon>
      )}
      <MoreActs
        {...props}
        also={[
          postponeChoices(props),
          ...(isAdmin && ticket.category !== ADMINISTRATION
            ? [
                [
                  {
                    key: 'assign',
                    label: 'Passar para…',
                    icon: IconUserShare,
                    choose: () => setPassing(true),
                  },
                ],
              ]
            : []),
        ]}
      />
      {ticket.passesOnTo > 0 && (
        <div className={classes.forward}>
          <ForwardMessage ticket={ticket} onDone={reload} />
        </div>
      )}
      <AssigneeSheet
        ticket={ticket}
        opened={isPassing}
        onClose={() => setPassing(false)}
        onDone={reload}
      />
    </header>
  );
}

function DeskHead(props: HeadProps) {
  const { ticket, chat, isAdmin, onFinish } = props;
  const reload = () => void chat.load();
  return (
    <header className={classes.root}>
      <Group gap="md" align="flex-start" wrap="nowrap" w="100%">
        <h2 className={classes.title}>{ticket.title}</h2>
        <MoreActs {...props} also={none} />
      </Group>
      <Group gap="sm" wrap="nowrap" w="100%" mt="sm">
        {isAdmin && ticket.category !== ADMINISTRATION ? (
          <Assignee ticket={ticket} onDone={reload} />
        ) : (
          <p className={classes.about}>{aboutWords(ticket)}</p>
        )}
        <Group gap="sm" wrap="nowrap" ms="auto">
          {ticket.passesOnTo > 0 && <ForwardMessage ticket={ticket} onDone={reload} />}
          {ticket.status !== 1 && ticket.category !== ADMINISTRATION && <Postpone {...props} />}
          {ticket.canFinish && (
            <Button
              leftSection={<IconCheck size={16} stroke={1.75} />}
              rightSection={<Key>E</Key>}
              onClick={() => onFinish(ticket)}
            >
              Finalizar Ticket
            </Button>
          )}
        </Group>
      </Group>
    </header>
  );
}

const Key = ({ children }: { children: ReactNode }) => <KeyCap aria-hidden>{children}</KeyCap>;

function Postpone(props: HeadProps) {
  const { ticket, postponing } = props;
  return (
    <ButtonMenu
      {...postponing}
      position="bottom-end"
      offset={4}
      button={
        <Button
          variant="default"
          leftSection={<IconClockPause size={16} stroke={1.75} />}
          rightSection={<Key>H</Key>}
        >
          {ticket.postponedUntil === null ? 'Adiar' : 'Adiado'}
        </Button>
      }
      choices={() => [postponeChoices(props)]}
    />
  );
}

function postponeChoices({ ticket, acts, now, onPostponed }: HeadProps): MenuChoice[] {
  if (ticket.status === 1 || ticket.category === ADMINISTRATION) return [];
  return [
    ...(ticket.postponedUntil === null
      ? []
      : [
          {
            key: 'back',
            label: `Voltar já (adiado até ${formatDateTime(at(ticket.postponedUntil))})`,
            choose: () => void acts.postpone(ticket, null),
          },
        ]),
    ...availablePostponements(now).map((until) => ({
      key: until,
      label: `Adiar ${until === 'in_an_hour' ? '' : 'até '}${postponementWords[until]}`,
      icon: IconClockPause,
      choose: () => void acts.postpone(ticket, until).then((isDone) => isDone && onPostponed()),
    })),
  ];
}

const none: never[] = [];

interface MoreActsProps extends HeadProps {
  readonly also: readonly (readonly MenuChoice[])[];
}

/** Menu with the rare acts. The menu keeps the destructive one away from the message field. */
function MoreActs({ ticket, acts, chat, also }: MoreActsProps) {
  const toast = useToast();
  const navigate = useNavigate();
  const copyLink = async () => {
    const url = new URL(location.href);
    url.search = `?ticket=${ticket.id}`;
    await navigator.clipboard.writeText(url.href);
    toast({ title: 'Link copiado', text: ticket.title });
  };
  const block = async () => {
    if (await acts.block(ticket)) void chat.load();
  };
  return (
    <ButtonMenu
      position="bottom-end"
      offset={4}
      opensDialogs
      button={
        <ActionIcon
          className={classes.more ?? ''}
          variant="default"
          aria-label="Mais ações do ticket"
        >
          <IconDots size={19} stroke={2} />
        </ActionIcon>
      }
      choices={() =>
        [
          ...also,
          [
            ...(ticket.canBlock
              ? [
                  {
                    key: 'block',
                    label: 'Bloquear Ticket',
                    icon: IconLock,
                    choose: () => void block(),
                  },
                ]
              : []),
            { key: 'link', label: 'Copiar link', icon: IconLink, choose: () => void copyLink() },
            {
              key: 'log',
              label: 'Ver histórico',
              icon: IconHistory,
              choose: () =>
                void navigate({ to: '/log', search: { search: `nº ${ticket.id}` } as never }),
            },
          ],
        ].filter((group) => group.length > 0)
      }
    />
  );
}

const aboutWords = ({ author, category, blocked }: OpenTicket): string =>
  [author, categoryFilters[category], ...(blocked === 1 ? ['bloqueado'] : [])].join(' · ');
