/**
 * Confirms the new address of a CNAME. The admin chooses whether the previous balancer is discarded
 * (Q-DISCART).
 */
import { Checkbox } from '@mantine/core';
import { type Balancer, type Cname, changeCname } from '@ramal/contract/operations/balancers';
import { IconRoute } from '@tabler/icons-react';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { balancerCalls } from './BalancerForm.tsx';

interface ChangeCnameProps {
  cname: Cname;
  to: Balancer;
  onClose: () => void;
}

export function ChangeCname({ cname, to, onClose }: ChangeCnameProps) {
  const form = useForm(changeCname, {
    initial: { discart: false },
    send: ({ discart }) => ({
      body: { id: cname.id, ip: to.ip, discart, discartIp: cname.content },
    }),
    // Title for a rejected change (M-111).
    alertFor: ({ refusal }) =>
      refusal
        ? {
            title: 'Ocorreu um erro ao alterar este CNAME!',
            text: refusal.message,
            requestId: refusal.requestId,
          }
        : undefined,
    refresh: balancerCalls,
    success: ({ message, cname: changed }) => ({
      title: message,
      text: `${changed.name} leva a ${changed.balancer}`,
    }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={`Levar ${cname.name} a ${to.name}?`}
      subtitle={`De ${cname.balancer} (${cname.content}) para ${to.name} (${to.ip}).`}
      icon={IconRoute}
      cancelLabel="Não"
      submitLabel="Sim, alterar"
      onClose={onClose}
    >
      <Checkbox
        label={`Descartar ${cname.balancer}: fica Caiu até alguém voltar a usá-lo`}
        {...form.toggle('discart')}
      />
    </FormDialog>
  );
}
