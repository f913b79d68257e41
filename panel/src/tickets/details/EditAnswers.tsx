import { Button, Group } from '@mantine/core';
import {
  type TicketAnswer,
  createTicketAnswer,
  deleteTicketAnswer,
  editTicketAnswer,
  listTicketAnswers,
} from '@ramal/contract/tickets/ticket-answers';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../foundation/api/query.ts';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { SelectField } from '../../ui/form/fields/choice-fields.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { rich } from '../../ui/rich-text.tsx';

const NEW = '0';

/** One window for all of them: the select says which one is edited, or that a new one is made. */
export function EditAnswers({
  answers,
  onClose,
}: {
  answers: readonly TicketAnswer[];
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState(NEW);
  const answer = answers.find(({ id }) => String(id) === chosen);
  return (
    <EditAnswer
      key={chosen}
      answer={answer}
      onClose={onClose}
      choice={
        <SelectField
          label="Resposta"
          data={[
            { value: NEW, label: 'Nova resposta' },
            ...answers.map(({ id, title }) => ({ value: String(id), label: title })),
          ]}
          value={chosen}
          onChange={(value) => setChosen(value ?? NEW)}
        />
      }
    />
  );
}

interface EditAnswerProps {
  readonly answer: TicketAnswer | undefined;
  readonly choice: React.ReactNode;
  readonly onClose: () => void;
}

function EditAnswer({ answer, choice, onClose }: EditAnswerProps) {
  const confirm = useConfirm();
  const remove = useAction(deleteTicketAnswer, { refresh: [listTicketAnswers] });
  const form = useForm(answer ? editTicketAnswer : createTicketAnswer, {
    initial: { title: answer?.title ?? '', body: answer?.body ?? '' },
    send: (body) => (answer ? { params: { id: answer.id }, body } : { body }),
    refresh: [listTicketAnswers],
    success: ({ title }) => ({ title: 'Resposta pronta guardada', text: title }),
    onDone: onClose,
  });
  const askRemove = async () => {
    if (!answer) return;
    const removed = await confirm({
      title: 'Apagar esta resposta pronta?',
      lead: rich`**${answer.title}** sai da lista de todos os administradores.`,
      icon: IconTrash,
      tone: 'danger',
      confirmLabel: 'Sim, apagar',
      onConfirm: () => remove.mutateAsync({ params: { id: answer.id } }),
    });
    if (removed) onClose();
  };
  return (
    <FormDialog form={form} title="Respostas prontas" onClose={onClose}>
      {choice}
      <TextField label="Nome" maxLength={60} {...form.field('title')} />
      <TextAreaField label="Texto" autosize minRows={3} maxRows={10} {...form.field('body')} />
      {answer && (
        <Group>
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={() => void askRemove()}
          >
            Apagar
          </Button>
        </Group>
      )}
    </FormDialog>
  );
}
