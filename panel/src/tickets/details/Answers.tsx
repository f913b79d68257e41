/**
 * Buttons for canned answers. A press adds the text to the message field without sending it. The
 * last button opens the dialog that creates, edits and deletes canned answers.
 */
import { Box, Button, Group } from '@mantine/core';
import { listTicketAnswers } from '@ramal/contract/tickets/ticket-answers';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import classes from './Answers.module.css';
import { EditAnswers } from './EditAnswers.tsx';

export function Answers({ onChoose }: { onChoose: (body: string) => void }) {
  const { data: answers = [] } = useCall(listTicketAnswers, {}, { staleMs: 60_000 });
  const [editing, setEditing] = useState(false);
  return (
    <Group gap="xs" className={classes.root}>
      <Box component="span" flex="none" c="var(--ink-2)" fz="note">
        Respostas prontas
      </Box>
      {answers.map(({ id, title, body }) => (
        <Button key={id} size="xs" variant="default" onClick={() => onChoose(body)}>
          {title}
        </Button>
      ))}
      <Button
        size="xs"
        variant="subtle"
        aria-label="Editar respostas prontas"
        onClick={() => setEditing(true)}
      >
        {answers.length === 0 ? (
          <IconPlus size={16} stroke={1.75} />
        ) : (
          <IconPencil size={16} stroke={1.75} />
        )}
      </Button>
      {editing && <EditAnswers answers={answers} onClose={() => setEditing(false)} />}
    </Group>
  );
}
