/**
 * «Nova senha»: creates a new password. The old password and all links that contain it stop
 * working. The user can choose to keep a short link.
 */
import { Checkbox } from '@mantine/core';
import { renewLinePassword } from '@ramal/contract/lines/lines';
import { IconKey } from '@tabler/icons-react';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { LineSubtitle } from '../LineSubtitle.tsx';
import type { Line } from '../line.ts';
import { callsChangedByActions } from '../platforms/calls.ts';
import { passwordFacts } from './line-confirmations.tsx';
import type { LineDialogProps } from './line-dialog.ts';

interface NewPasswordProps extends Omit<LineDialogProps, 'onDone'> {
  onRenewed: (line: Line, password: string) => void;
}

export function NewPassword({ platform, context, onClose, onRenewed }: NewPasswordProps) {
  const { line } = context;
  const form = useForm(renewLinePassword, {
    initial: { keepShortLink: false },
    send: (body) => ({ params: { id: line.id }, body }),
    refresh: callsChangedByActions(platform),
    onDone: ({ password }) => {
      onClose();
      onRenewed(line, password);
    },
  });
  return (
    <FormDialog
      form={form}
      icon={IconKey}
      title="Gerar uma senha nova?"
      subtitle={<LineSubtitle line={line} />}
      facts={passwordFacts(context)}
      submitLabel="Sim, gerar"
      cancelLabel="Não"
      onClose={onClose}
    >
      {platform.definition.plays && (
        <Checkbox
          label="Manter o link curto"
          description="Para quem só esqueceu a senha: o link curto passa a levar à senha nova."
          {...form.toggle('keepShortLink')}
        />
      )}
    </FormDialog>
  );
}
