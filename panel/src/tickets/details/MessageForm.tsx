/**
 * Lower part of a chat: canned answers, selected pictures and the message field. If the user cannot
 * write, it shows the reason.
 */
import { ActionIcon, FileButton, Pill, Stack } from '@mantine/core';
import { acceptedTypes, ticketPictureFormats } from '@ramal/contract/rules/picture-formats';
import { IconLock, IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { Notice } from '../../ui/status/Notice.tsx';
import { Answers } from './Answers.tsx';
import { Composer } from './Composer.tsx';
import type { Chat, OpenTicket } from './use-chat.ts';
import { PICTURE_BYTES, uploadTicketPicture } from '@ramal/contract/tickets/ticket-pictures';
import { PICTURES_A_MESSAGE } from '@ramal/contract/tickets/tickets';
import { ApiError, endsSession } from '../../foundation/api/api.ts';
import { sendFile } from '../../foundation/api/files.ts';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';

interface MessageFormProps {
  readonly chat: Chat;
  readonly ticket: OpenTicket;
  /** True for admins. Only admins have canned answers. */
  readonly isAdmin: boolean;
}

const ACCEPTED = acceptedTypes(ticketPictureFormats);

export function MessageForm({ chat, ticket, isAdmin }: MessageFormProps) {
  const [text, setText] = useState('');
  const pictures = usePictures(ticket.id);
  if (!ticket.canWrite)
    return (
      <Notice tone="warn" icon={IconLock}>
        {ticket.whyNot}
      </Notice>
    );
  const send = () => {
    chat.send(
      text.trim(),
      pictures.chosen.map(({ name }) => name),
    );
    setText('');
    pictures.clear();
  };
  return (
    <Stack gap="md">
      {isAdmin && <Answers onChoose={(body) => setText(text ? `${text}\n${body}` : body)} />}
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
      <Composer
        text={text}
        onText={setText}
        hasPictures={pictures.chosen.length > 0}
        onSend={send}
        attach={
          <FileButton accept={ACCEPTED} multiple onChange={(files) => void pictures.choose(files)}>
            {(props) => (
              <ActionIcon
                {...props}
                size={44}
                variant="default"
                aria-label="Anexar imagem"
                loading={pictures.busy}
                disabled={pictures.isFull}
              >
                <IconPaperclip size={19} stroke={1.75} />
              </ActionIcon>
            )}
          </FileButton>
        }
      />
    </Stack>
  );
}

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
