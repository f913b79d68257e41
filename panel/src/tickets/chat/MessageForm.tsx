/**
 * Lower part of a conversation: canned answers, selected pictures and the message field. If the
 * user cannot write, it shows the reason.
 */
import { ActionIcon, Button, FileButton, Group, Pill } from '@mantine/core';
import { acceptedTypes, ticketPictureFormats } from '@ramal/contract/rules/picture-formats';
import { listTicketAnswers } from '@ramal/contract/tickets/ticket-answers';
import { PICTURE_BYTES, uploadTicketPicture } from '@ramal/contract/tickets/ticket-pictures';
import { PICTURES_A_MESSAGE } from '@ramal/contract/tickets/tickets';
import { IconPaperclip } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ApiError, endsSession } from '../../foundation/api/api.ts';
import { sendFile } from '../../foundation/api/files.ts';
import { useCall } from '../../foundation/api/query.ts';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';
import { at, momentWords } from '../ticket-words.ts';
import type { TicketActs } from '../use-ticket-acts.ts';
import { AnswerOptions } from './AnswerOptions.tsx';
import { Answers } from './Answers.tsx';
import { Composer } from './Composer.tsx';
import classes from './MessageForm.module.css';
import { useAnswerList } from './use-answer-list.ts';
import type { Chat, OpenTicket } from './use-chat.ts';

interface MessageFormProps {
  readonly chat: Chat;
  readonly ticket: OpenTicket;
  /** True for admins. Only admins have canned answers. */
  readonly isAdmin: boolean;
  readonly now: Date;
  readonly acts: Pick<TicketActs, 'reopen' | 'isReopening'>;
  readonly focusRequests: number;
}

const ACCEPTED = acceptedTypes(ticketPictureFormats);

export function MessageForm(props: MessageFormProps) {
  return (
    <footer className={classes.root}>
      {props.ticket.canWrite ? <Writing {...props} /> : <WhyNot {...props} />}
    </footer>
  );
}

function WhyNot({ ticket, chat, acts, now }: MessageFormProps) {
  const { finishedAt, canReopen, blocked, whyNot } = ticket;
  const reopen = () =>
    acts.reopen(ticket).then(
      () => chat.load(),
      // The alert about the failure is already open.
      () => undefined,
    );
  const text = finishedAt
    ? `Finalizado ${momentWords(at(finishedAt), now)}`
    : blocked === 1
      ? 'Ticket bloqueado. Só a administração escreve.'
      : whyNot;
  return (
    <Group gap="lg" justify="space-between" mih="var(--size-touch-lg)" c="var(--ink-2)">
      <p role="status">{text}</p>
      {canReopen && (
        <Button variant="default" loading={acts.isReopening} onClick={() => void reopen()}>
          Reabrir
        </Button>
      )}
    </Group>
  );
}

const none: never[] = [];

function Writing({ chat, ticket, isAdmin, focusRequests }: MessageFormProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const { data: answers = none } = useCall(
    listTicketAnswers,
    {},
    { enabled: isAdmin, staleMs: 60_000 },
  );
  const answerList = useAnswerList({ answers, text, onText: setText });
  const pictures = usePictures(ticket.id);
  const send = () => {
    chat.send(
      text.trim(),
      pictures.chosen.map(({ name }) => name),
    );
    setText('');
    pictures.clear();
  };
  const openList = () => {
    setText('/');
    field.current?.focus();
  };
  return (
    <>
      {isAdmin && (
        <Answers
          answers={answers}
          onChoose={(body) => setText(text ? `${text}\n${body}` : body)}
          onList={openList}
        />
      )}
      {pictures.chosen.length > 0 && (
        <Pill.Group>
          {pictures.chosen.map(({ name, label }) => (
            <Pill
              key={name}
              withRemoveButton
              removeButtonProps={{ 'aria-label': `Remover ${label}` }}
              onRemove={() => pictures.remove(name)}
            >
              {label}
            </Pill>
          ))}
        </Pill.Group>
      )}
      <div className={classes.field}>
        <AnswerOptions list={answerList} />
        <Composer
          {...{ text, field, answerList, focusRequests }}
          onText={setText}
          hasPictures={pictures.chosen.length > 0}
          onSend={send}
          attach={<Attach pictures={pictures} />}
        />
      </div>
    </>
  );
}

const Attach = ({ pictures }: { pictures: ReturnType<typeof usePictures> }) => (
  <FileButton accept={ACCEPTED} multiple onChange={(files) => void pictures.choose(files)}>
    {(props) => (
      <ActionIcon
        {...props}
        className={classes.attach ?? ''}
        variant="subtle"
        color="gray"
        aria-label="Anexar imagem"
        loading={pictures.busy}
        disabled={pictures.isFull}
      >
        <IconPaperclip size={19} stroke={1.75} />
      </ActionIcon>
    )}
  </FileButton>
);

/**
 * Picture selected for the next message. It is uploaded at once, and the message refers to its
 * stored name.
 */
interface ChosenPicture {
  readonly name: string;
  /** Name of the file on the user's device. */
  readonly label: string;
}

function usePictures(ticketId: number) {
  const [chosen, setChosen] = useState<readonly ChosenPicture[]>([]);
  const [busy, setBusy] = useState(false);
  const alert = useAlertDialog();
  const refuse = (text: string) => void alert({ title: 'Erro', text });

  const upload = async (file: File): Promise<void> => {
    if (file.size > PICTURE_BYTES) return refuse('A imagem passa de 5 MB. Envie uma menor.');
    try {
      const { name } = await sendFile(uploadTicketPicture, { params: { id: ticketId } }, file);
      setChosen((before) => [...before, { name, label: file.name }]);
    } catch (error) {
      if (error instanceof ApiError && !endsSession(error)) refuse(error.message);
    }
  };
  return {
    chosen,
    busy,
    isFull: chosen.length >= PICTURES_A_MESSAGE,
    choose: async (files: readonly File[]) => {
      setBusy(true);
      for (const file of files.slice(0, PICTURES_A_MESSAGE - chosen.length)) await upload(file);
      setBusy(false);
    },
    remove: (name: string) =>
      setChosen((before) => before.filter((picture) => picture.name !== name)),
    clear: () => setChosen([]),
  };
}
