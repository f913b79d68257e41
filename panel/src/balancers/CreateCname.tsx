import { type Balancer, createCname } from '@ramal/contract/operations/balancers';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { balancerCalls } from './BalancerForm.tsx';

interface CreateCnameProps {
  balancers: readonly Balancer[];
  onClose: () => void;
  onSaved: (id: number) => void;
}

export function CreateCname({ balancers, onClose, onSaved }: CreateCnameProps) {
  const form = useForm(createCname, {
    initial: { name: '', ip: '' },
    send: (body) => ({ body }),
    codeFields: { cname_taken: 'name', balancer_unknown_ip: 'ip' },
    refresh: balancerCalls,
    success: ({ message, cname }) => ({ title: message, text: cname.name }),
    onDone: ({ cname }) => {
      onClose();
      onSaved(cname.id);
    },
  });
  return (
    <FormDialog form={form} title="Cadastrar CNAME" submitLabel="Cadastrar" onClose={onClose}>
      <TextField
        label="CNAME"
        maxLength={253}
        autoComplete="off"
        spellCheck={false}
        placeholder="tv.exemplo.com"
        {...form.field('name')}
      />
      <SelectField
        label="Balanceador"
        placeholder="Escolha"
        data={balancers
          .filter(({ state }) => state !== 'aside' && state !== 'leaving')
          .map(({ name, ip }) => ({ value: ip, label: `${name} (${ip})` }))}
        {...form.field('ip')}
      />
    </FormDialog>
  );
}
