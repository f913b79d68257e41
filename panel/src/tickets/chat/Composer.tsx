/** Field for a message, with the buttons that attach pictures and send. */
import { ActionIcon, Button, Group, Textarea } from '@mantine/core';
import { MESSAGE_LENGTH } from '@ramal/contract/tickets/tickets';
import { IconSend } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useIsPhone, useShowsCards } from '../../foundation/viewport.ts';
import classes from './Composer.module.css';
import type { AnswerList } from './use-answer-list.ts';

interface ComposerProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** True if pictures are attached. A message with pictures needs no text. */
  readonly hasPictures: boolean;
  readonly onSend: () => void;
  /** Button that attaches pictures. */
  readonly attach: ReactNode;
  readonly answerList: AnswerList;
  /** The field takes the focus each time when this number grows; never while it is 0. */
  readonly focusRequests: number;
}

const DOUBLE_TAP_MS = 600;
const BLANK = 'A mensagem não pode ser em branco';

export function Composer(props: ComposerProps) {
  const { text, onText, field, hasPictures, attach, answerList, focusRequests } = props;
  const isCards = useShowsCards();
  const { isBlank, setBlank, send } = useSend(props);
  const press = usePress(send, answerList);
  // On a phone the keyboard would cover the chat, so the focus stays.
  useEffect(() => {
    if (!isCards && focusRequests > 0) field.current?.focus();
  }, [isCards, focusRequests, field]);
  return (
    <div className={classes.root} data-blank={isBlank || undefined}>
      <Textarea
        variant="unstyled"
        className={classes.field ?? ''}
        aria-label="Mensagem"
        aria-controls={answerList.isOpen ? answerList.id : undefined}
        aria-activedescendant={
          answerList.isOpen ? `${answerList.id}-${answerList.active}` : undefined
        }
        ref={field}
        placeholder="Responder"
        autosize
        minRows={isCards ? 1 : 2}
        maxRows={isCards ? 4 : 6}
        maxLength={MESSAGE_LENGTH}
        value={text}
        error={isBlank && BLANK}
        // The frame around field and buttons has the error's edge.
        withErrorStyles={false}
        onChange={(event) => {
          setBlank(false);
          onText(event.currentTarget.value);
        }}
        onKeyDown={press}
      />
      <Group gap="md" wrap="nowrap">
        {attach}
        {!isCards && <span className={classes.hint}>Enter envia · Shift Enter muda de linha</span>}
        {!isCards && (
          <Button leftSection={<IconSend size={16} stroke={1.75} />} onClick={send}>
            Enviar
          </Button>
        )}
      </Group>
      {isCards && (
        <ActionIcon
          className={classes.send ?? ''}
          size={48}
          variant="filled"
          data-empty={(text.trim() === '' && !hasPictures) || undefined}
          aria-label="Enviar"
          onClick={send}
        >
          <IconSend size={20} stroke={1.75} />
        </ActionIcon>
      )}
    </div>
  );
}

function useSend({ text, field, hasPictures, onSend }: ComposerProps) {
  const [isBlank, setBlank] = useState(false);
  const sentAt = useRef(-Infinity);
  const send = () => {
    const isEmpty = text.trim() === '' && !hasPictures;
    // Ignores the second tap of a double tap. Otherwise it would cause an error about an empty
    // message.
    if (isEmpty && performance.now() - sentAt.current < DOUBLE_TAP_MS) return;
    setBlank(isEmpty);
    if (isEmpty) {
      field.current?.focus();
      return;
    }
    sentAt.current = performance.now();
    onSend();
  };
  return { isBlank, setBlank, send };
}

/**
 * Enter sends the message, and Shift Enter starts a new text line. On a phone, Enter starts a new
 * text line, and Ctrl Enter sends the message. Esc in an empty field leaves it, so that the keys of
 * the list work.
 */
function usePress(send: () => void, answerList: AnswerList) {
  const isPhone = useIsPhone();
  return (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (answerList.press(event)) return;
    if (event.key === 'Escape' && event.currentTarget.value === '') {
      const row = document.querySelector<HTMLElement>('[data-ticket-row][data-open]');
      if (row) row.focus();
      else event.currentTarget.blur();
    }
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    if (isPhone ? !event.ctrlKey : event.shiftKey) return;
    event.preventDefault();
    send();
  };
}
