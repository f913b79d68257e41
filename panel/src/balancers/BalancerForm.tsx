/**
 * Form that adds or edits a balancer. After an edit, the form adds balancers again (T-36, V-64).
 */
import { Button } from '@mantine/core';
import {
  type Balancer,
  USUAL_WEIGHT,
  createBalancer,
  editBalancer,
  getCnames,
  listBalancers,
  listDns,
} from '@ramal/contract/operations/balancers';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { typedWhole } from '../foundation/amounts.ts';
import { TextField } from '../ui/form/fields/fields.tsx';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { useForm } from '../ui/form/use-form.ts';
import type { ListFormProps } from '../ui/list/ListForm.tsx';
import classes from './BalancerForm.module.css';

export const balancerCalls = [listBalancers, listDns, getCnames];

interface BalancerFormProps {
  /** Balancer that is edited. Undefined if the form adds a new one. */
  edited: Balancer | undefined;
  /** True if the form has a field for the weight. The screen /dns-settings has no weights. */
  withWeight?: boolean;
  onEnd: () => void;
}

/**
 * Returns the form above a list of balancers, and the action that fills the form with a balancer.
 */
export function useBalancerForm(withWeight = false): {
  form: ListFormProps;
  edit: (balancer: Balancer) => void;
} {
  const [edited, setEdited] = useState<Balancer>();
  const [opened, setOpened] = useState(false);
  const close = () => {
    setEdited(undefined);
    setOpened(false);
  };
  return {
    form: {
      title: edited ? `Editar ${edited.name}` : 'Novo balanceador',
      label: 'Adicionar balanceador',
      opened,
      onOpen: () => setOpened(true),
      onClose: close,
      children: (
        <BalancerForm key={edited?.id ?? 0} edited={edited} withWeight={withWeight} onEnd={close} />
      ),
    },
    edit: (balancer) => {
      setEdited(balancer);
      setOpened(true);
    },
  };
}

const MISSING = 'Nome e IP são obrigatórios';

export function BalancerForm({ edited, withWeight = false, onEnd }: BalancerFormProps) {
  const form = useForm(edited ? editBalancer : createBalancer, {
    initial: {
      name: edited?.name ?? '',
      ip: edited?.ip ?? '',
      weight: String(edited?.weight ?? USUAL_WEIGHT),
    },
    send: ({ name, ip, weight }) => {
      const body = { name, ip, ...(withWeight ? { weight } : {}) };
      return edited ? { params: { id: edited.id }, body } : { body };
    },
    validate: ({ name, ip }) => ({
      ...(name.trim() ? {} : { name: MISSING }),
      ...(ip.trim() ? {} : { ip: MISSING }),
    }),
    // Specified text for invalid fields (M-22).
    alertFor: ({ refusal }) =>
      refusal?.status === 422
        ? { text: 'Por favor, preencha todos os campos corretamente' }
        : undefined,
    codeFields: { balancer_name_taken: 'name', balancer_ip_taken: 'ip' },
    refresh: balancerCalls,
    success: ({ message, name }) => ({ title: message, text: name }),
    onDone: onEnd,
  });
  return (
    <InlineForm form={form} className={withWeight ? classes.weighted : classes.form}>
      <TextField
        label="Nome"
        maxLength={60}
        autoComplete="off"
        placeholder="nome do balanceador"
        {...form.field('name')}
      />
      <TextField
        label="IP"
        maxLength={45}
        autoComplete="off"
        spellCheck={false}
        placeholder="0.0.0.0"
        {...form.field('ip')}
      />
      {withWeight && (
        <TextField label="Peso" inputMode="numeric" {...form.field('weight', typedWhole)} />
      )}
      <div className={classes.buttons}>
        <Button
          type="submit"
          size="md"
          loading={form.busy}
          leftSection={
            edited ? (
              <IconCheck size={18} stroke={1.75} aria-hidden />
            ) : (
              <IconPlus size={18} stroke={1.75} aria-hidden />
            )
          }
        >
          {edited ? 'Atualizar' : 'Adicionar'}
        </Button>
        {edited && (
          <Button variant="default" size="md" onClick={onEnd}>
            Cancelar
          </Button>
        )}
      </div>
    </InlineForm>
  );
}
