/**
 * Button and dialog that forward a message of the administration to all descendants. The user can
 * add text above the message (Q-MESSAGE).
 */
import { Button } from '@mantine/core';
import {
  forwardMessage,
  FORWARD_NOTE_LENGTH,
} from '@ramal/contract/tickets/administration-messages';
import { IconShare3 } from '@tabler/icons-react';
import { useState } from 'react';
import { pluralize } from '../../foundation/numbers.ts';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import type { OpenTicket } from './use-chat.ts';

interface ForwardMessageProps {
  readonly ticket: OpenTicket;
  readonly onDone: () => void;
}

export function ForwardMessage(props: ForwardMessageProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        leftSection={<IconShare3 size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Repassar à minha rede
      </Button>
      {isOpen && <ForwardDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function ForwardDialog({
  ticket,
  onDone,
  onClose,
}: ForwardMessageProps & { readonly onClose: () => void }) {
  const recipients = pluralize(ticket.passesOnTo, 'revenda', 'revendas');
  const form = useForm(forwardMessage, {
    initial: { palavra: '' },
    send: (body) => ({ params: { id: ticket.id }, body }),
    success: ({ message, sent }) => ({
      title: message,
      text: pluralize(sent, 'revenda', 'revendas'),
    }),
    onDone: () => {
      onDone();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Repassar mensagem"
      subtitle={ticket.title}
      icon={IconShare3}
      submitLabel={`Repassar para ${recipients}`}
      wideSubmit
      width={600}
      hint="Chega como mensagem da administração, uma vez só."
      onClose={onClose}
    >
      <TextAreaField
        label="Sua palavra"
        optional
        hint="Fica acima da mensagem. O seu nome não aparece."
        placeholder="Confiram com os clientes de vocês"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={FORWARD_NOTE_LENGTH}
        data-autofocus
        {...form.field('palavra')}
      />
    </FormDialog>
  );
}
