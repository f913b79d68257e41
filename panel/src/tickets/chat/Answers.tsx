/**
 * Canned answers above the message field. A press inserts the text without sending it. In the
 * narrow conversation of the desktop only the first two have buttons; `/` lists all.
 */
import { ActionIcon, Button } from '@mantine/core';
import type { TicketAnswer } from '@ramal/contract/tickets/ticket-answers';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { formatCount } from '../../foundation/numbers.ts';
import { useShowsCards } from '../../foundation/viewport.ts';
import { KeyCap } from '../../ui/KeyCap.tsx';
import classes from './Answers.module.css';
import { EditAnswers } from './EditAnswers.tsx';

/** Number of answers with a button of their own on the desktop. */
const BUTTONS = 2;

interface AnswersProps {
  readonly answers: readonly TicketAnswer[];
  readonly onChoose: (body: string) => void;
  /** Opens the list of all answers, like the key `/`. */
  readonly onList: () => void;
}

export function Answers({ answers, onChoose, onList }: AnswersProps) {
  const [editing, setEditing] = useState(false);
  const isCards = useShowsCards();
  const shown = isCards ? answers : answers.slice(0, BUTTONS);
  const more = answers.length - shown.length;
  return (
    <div className={classes.root} role="group" aria-label="Respostas prontas">
      {shown.map(({ id, title, body }) => (
        <Button
          key={id}
          size="xs"
          variant="default"
          radius={isCards ? 'xl' : 'md'}
          className={classes.answer ?? ''}
          onClick={() => onChoose(body)}
        >
          {title}
        </Button>
      ))}
      {more > 0 && (
        <Button
          size="xs"
          variant="default"
          className={classes.answer ?? ''}
          leftSection={<KeyCap aria-hidden>/</KeyCap>}
          onClick={onList}
        >
          {`mais ${formatCount(more)}`}
        </Button>
      )}
      <ActionIcon
        size={isCards ? 40 : 30}
        variant="subtle"
        aria-label="Editar respostas prontas"
        onClick={() => setEditing(true)}
      >
        {answers.length === 0 ? (
          <IconPlus size={16} stroke={1.75} />
        ) : (
          <IconPencil size={16} stroke={1.75} />
        )}
      </ActionIcon>
      {editing && <EditAnswers answers={answers} onClose={() => setEditing(false)} />}
    </div>
  );
}
