/** Dialog with the tests that an address gives in a day. */
import {
  type ChatbotAddress,
  editChatbotAddress,
  listChatbotAddresses,
} from '@ramal/contract/storefront/chatbot';
import { IconRobot } from '@tabler/icons-react';
import { typedWhole } from '../../foundation/amounts.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { useToast } from '../../ui/toasts.tsx';

interface EditAddressProps {
  readonly address: ChatbotAddress;
  readonly onClose: () => void;
}

export function EditAddress({ address, onClose }: EditAddressProps) {
  const toast = useToast();
  const form = useForm(editChatbotAddress, {
    initial: { perDay: String(address.perDay) },
    send: ({ perDay }) => ({ params: { id: address.id }, body: { perDay } }),
    refresh: [listChatbotAddresses],
    onDone: ({ message }) => {
      toast({ title: message });
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Testes por dia"
      subtitle="Acima disso o robô responde que os testes de hoje acabaram"
      icon={IconRobot}
      submitLabel="Salvar"
      onClose={onClose}
    >
      <TextField
        label="Testes por dia"
        hint={`Hoje: ${address.today}`}
        inputMode="numeric"
        {...form.field('perDay', typedWhole)}
      />
    </FormDialog>
  );
}
