/** Dialogs of referrals: register a friend by hand, and refuse a referral. */
import { addReferral, listReferrals, refuseReferral } from '@ramal/contract/referrals/referrals';
import type { ReferralRow } from '@ramal/contract/referrals/referrals';
import { TextField } from '../ui/form/fields/fields.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';

export function AddReferral({ onClose }: { onClose: () => void }) {
  const form = useForm(addReferral, {
    initial: { code: '', username: '' },
    send: (body) => ({ body }),
    codeFields: { line_not_found: 'username', referral_taken: 'username' },
    refresh: [listReferrals],
    success: ({ message }) => ({ title: message }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Registrar amigo"
      subtitle="Para quem chegou pelo WhatsApp com o código de um cliente."
      submitLabel="Registrar"
      onClose={onClose}
    >
      <TextField
        label="Código de quem indicou"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('code')}
      />
      <TextField
        label="Usuário do amigo"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('username')}
      />
    </FormDialog>
  );
}

interface RefuseProps {
  referral: ReferralRow;
  onClose: () => void;
}

export function RefuseReferral({ referral: { id, friend }, onClose }: RefuseProps) {
  const form = useForm(refuseReferral, {
    initial: { reason: '' },
    send: (body) => ({ params: { id }, body }),
    refresh: [listReferrals],
    success: ({ message }) => ({ title: message }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Recusar esta indicação?"
      subtitle={friend.name}
      submitLabel="Sim, recusar"
      tone="danger"
      onClose={onClose}
    >
      <TextField label="Motivo" maxLength={120} autoComplete="off" {...form.field('reason')} />
    </FormDialog>
  );
}
