/** The foot of a chat: canned answers, chosen pictures and the box; or why nothing can be written. */
import { ActionIcon, FileButton, Pill, Stack } from '@mantine/core';
import { acceptedTypes, ticketPictureFormats } from '@ramal/contract/rules/picture-formats';
import { IconLock, IconPaperclip } from '@tabler/icons-react';
import { useState } from 'react';
import { Notice } from '../../ui/status/Notice.tsx';
import { Answers } from './Answers.tsx';
import { Composer } from './Composer.tsx';
import type { Chat, OpenTicket } from './use-chat.ts';
import { usePictures } from './use-pictures.ts';

interface WritingProps {
  readonly chat: Chat;
  readonly ticket: OpenTicket;
  /** Admins have canned answers. */
  readonly isAdmin: boolean;
}

const ACCEPTED = acceptedTypes(ticketPictureFormats);

export function Writing({ chat, ticket, isAdmin }: WritingProps) {
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
