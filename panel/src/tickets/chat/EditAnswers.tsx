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
import type { ConfirmOptions } from '../../ui/dialogs/ConfirmBox.tsx';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { SelectField } from '../../ui/form/fields/choice-fields.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { usePinnedVersion, useRefetchOnConflict } from '../../ui/read-version.ts';
import { rich } from '../../ui/rich-text.tsx';

const NEW = '0';

/**
 * Dialog for all canned answers. Its select field contains the existing answers and an entry for a
 * new answer.
 */
export function EditAnswers({
  answers,
  onClose,
}: {
  answers: readonly TicketAnswer[];
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState(NEW);
  return <EditAnswer key={chosen} {...{ answers, chosen, onClose }} onChoose={setChosen} />;
}

const discardQuestion: ConfirmOptions = {
  title: 'Descartar o que digitou?',
  lead: 'A resposta que você estava escrevendo não foi salva.',
  icon: IconTrash,
  tone: 'danger',
  confirmLabel: 'Sim, descartar',
};

interface EditAnswerProps {
  readonly answers: readonly TicketAnswer[];
  /** Id of the answer to edit, or NEW for a new answer. */
  readonly chosen: string;
  readonly onChoose: (chosen: string) => void;
  readonly onClose: () => void;
}

function EditAnswer({ answers, chosen, onChoose, onClose }: EditAnswerProps) {
  const answer = answers.find(({ id }) => String(id) === chosen);
  const confirm = useConfirm();
  const remove = useAction(deleteTicketAnswer, { refresh: [listTicketAnswers] });
  const initial = {
    title: answer?.title ?? '',
    body: answer?.body ?? '',
    version: answer?.version ?? '',
  };
  const form = useForm(answer ? editTicketAnswer : createTicketAnswer, {
    initial,
    send: (body) => (answer ? { params: { id: answer.id }, body } : { body }),
    refresh: [listTicketAnswers],
    onRefused: useRefetchOnConflict(listTicketAnswers),
    success: ({ title }) => ({ title: 'Resposta pronta guardada', text: title }),
    onDone: onClose,
  });
  usePinnedVersion(form);
  const choose = async (next: string) => {
    const { title, body } = form.values;
    const isTyped = title !== initial.title || body !== initial.body;
    if (next !== chosen && (!isTyped || (await confirm(discardQuestion)))) onChoose(next);
  };
  const askRemove = async () => {
    if (!answer) return;
    const removed = await confirm({
      title: 'Excluir esta resposta pronta?',
      lead: rich`**${answer.title}** sai da lista de todos os administradores.`,
      icon: IconTrash,
      tone: 'danger',
      confirmLabel: 'Sim, excluir',
      onConfirm: () => remove.mutateAsync({ params: { id: answer.id } }),
    });
    if (removed) onClose();
  };
  return (
    <FormDialog form={form} title="Respostas prontas" onClose={onClose}>
      <SelectField
        label="Resposta"
        data={[
          { value: NEW, label: 'Nova resposta' },
          ...answers.map(({ id, title }) => ({ value: String(id), label: title })),
        ]}
        value={chosen}
        onChange={(value) => void choose(value ?? NEW)}
      />
      <TextField label="Nome" maxLength={60} {...form.field('title')} />
      <TextAreaField label="Texto" autosize minRows={3} maxRows={10} {...form.field('body')} />
      {answer && (
        <Group gap="2xl">
          <Button
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={16} stroke={1.75} />}
            onClick={() => void askRemove()}
          >
            Excluir
          </Button>
        </Group>
      )}
    </FormDialog>
  );
}
