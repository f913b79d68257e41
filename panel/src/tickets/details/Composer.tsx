/**
 * Field for a message. Canned answers are inserted without being sent, and pictures can be
 * attached.
 */
import { ActionIcon, Button, Group, Textarea } from '@mantine/core';
import { MESSAGE_LENGTH } from '@ramal/contract/tickets/tickets';
import { IconSend } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useIsPhone } from '../../foundation/viewport.ts';

interface ComposerProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** True if pictures are attached. A message with pictures needs no text. */
  readonly hasPictures: boolean;
  readonly onSend: () => void;
  /** Button before the field that attaches pictures. */
  readonly attach?: ReactNode;
}

const DOUBLE_TAP_MS = 600;
const BLANK = 'A mensagem não pode ser em branco';

export function Composer({ text, onText, hasPictures, onSend, attach }: ComposerProps) {
  const isPhone = useIsPhone();
  const [blank, setBlank] = useState(false);
  const sentAt = useRef(-Infinity);
  const field = useRef<HTMLTextAreaElement>(null);
  // Moves the focus to the field when the ticket is loaded, because its dialog opens earlier. On a
  // phone the keyboard would cover the chat, so the focus stays.
  useEffect(() => {
    if (!isPhone) field.current?.focus();
  }, [isPhone]);
  const send = () => {
    const isBlank = text.trim() === '' && !hasPictures;
    // Ignores the second tap of a double tap. Otherwise it would cause an error about an empty
    // message.
    if (isBlank && performance.now() - sentAt.current < DOUBLE_TAP_MS) return;
    setBlank(isBlank);
    if (isBlank) return;
    sentAt.current = performance.now();
    onSend();
  };
  // Enter sends the message, and Shift Enter starts a new text line. On a phone, Enter starts a new
  // text line, and Ctrl Enter sends the message.
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (isPhone ? !event.ctrlKey : event.shiftKey) return;
    event.preventDefault();
    send();
  };
  return (
    <Group gap="sm" align="flex-start" wrap="nowrap">
      {attach}
      <Textarea
        flex={1}
        miw={0}
        aria-label="Mensagem"
        ref={field}
        data-autofocus={isPhone ? undefined : true}
        placeholder="Escreva aqui"
        size="md"
        rows={1}
        autosize
        minRows={1}
        maxRows={5}
        maxLength={MESSAGE_LENGTH}
        value={text}
        error={blank && BLANK}
        onChange={(event) => {
          setBlank(false);
          onText(event.currentTarget.value);
        }}
        onKeyDown={press}
      />
      {isPhone ? (
        <ActionIcon size={44} variant="filled" aria-label="Enviar" onClick={send}>
          <IconSend size={20} stroke={1.75} />
        </ActionIcon>
      ) : (
        <Button size="md" leftSection={<IconSend size={17} stroke={1.75} />} onClick={send}>
          Enviar
        </Button>
      )}
    </Group>
  );
}
