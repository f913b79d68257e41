import { type Hostname, listHostnames, renewHostname } from '@ramal/contract/operations/hostnames';
import { getProfile } from '@ramal/contract/sessions';
import { IconCalendarPlus, IconCoins } from '@tabler/icons-react';
import { creditsInWords } from '../foundation/numbers.ts';
import { FreshCode } from '../second-factors/FreshCode.tsx';
import { useFreshCode } from '../second-factors/use-fresh-code.ts';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';

export interface HostnameDialogProps {
  readonly hostname: Hostname;
  readonly onClose: () => void;
}

/** Renews a hostname for one year. The owner of the hostname pays the credits. */
export function RenewHostname({ hostname, onClose }: HostnameDialogProps) {
  const { dns, creditsRenew: credits, dueDateFormatted: due } = hostname;
  const code = useFreshCode();
  const form = useForm(renewHostname, {
    initial: {},
    send: () => ({ body: { domain: dns } }),
    freshCode: () => code,
    refresh: [listHostnames, getProfile],
    success: ({ message }) => ({ title: message, text: dns }),
    onDone: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Renovar este DNS?"
      subtitle={dns}
      icon={IconCalendarPlus}
      facts={[
        { icon: IconCalendarPlus, text: `Vence em ${due}; passa a vencer **um ano depois**.` },
        {
          icon: IconCoins,
          text:
            credits === null
              ? 'O preço é conferido no registrador.'
              : `Custa **${creditsInWords(credits)}**. Se o registrador recusar, voltam sozinhos.`,
        },
      ]}
      submitLabel={credits === null ? 'Renovar' : `Renovar por ${creditsInWords(credits)}`}
      onClose={onClose}
    >
      <FreshCode code={code} disabled={form.busy} />
    </FormDialog>
  );
}
