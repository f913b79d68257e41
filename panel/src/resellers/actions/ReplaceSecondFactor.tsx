/**
 * «QR code 2fa»: creates a new second factor for another account and shows its secret for the
 * account's user. The existing secret cannot be read (S-RESLIST-35, Q-QRADMIN, M-76). The browser
 * draws the QR code, so no service receives it (Q-QRLEAK).
 */
import { Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { replaceSecondFactor } from '@ramal/contract/second-factors';
import { IconDeviceMobile, IconHistory, IconQrcode, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { FreshCode } from '../../second-factors/FreshCode.tsx';
import { useFreshCode } from '../../second-factors/use-fresh-code.ts';
import { CopyRow } from '../../ui/copy/CopyRow.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import type { Fact } from '../../ui/dialogs/Facts.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { QrCode } from '../../ui/receipt/QrCode.tsx';
import type { ResellerDialogProps } from '../reseller-dialog.ts';
import classes from './ReplaceSecondFactor.module.css';

type PreparedFactor = ResponseOf<typeof replaceSecondFactor>;

export function ReplaceSecondFactor({ reseller, onClose }: ResellerDialogProps) {
  const [prepared, setPrepared] = useState<PreparedFactor>();
  const subtitle = `${reseller.username} · ID ${reseller.id}`;
  const code = useFreshCode();
  const form = useForm(replaceSecondFactor, {
    initial: {},
    send: () => ({ params: { id: reseller.id } }),
    freshCode: () => code,
    alertFor: ({ refusal }) =>
      refusal && {
        title: 'Erro ao recuperar o QR Code 2FA deste revendedor.',
        text: refusal.message,
        requestId: refusal.requestId,
      },
    onDone: setPrepared,
  });
  if (prepared) return <NewQrCode prepared={prepared} subtitle={subtitle} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      width={480}
      icon={IconQrcode}
      title="Gerar um QR code novo?"
      subtitle={subtitle}
      facts={facts}
      cancelLabel="Não"
      submitLabel="Sim, gerar"
      onClose={onClose}
    >
      {form.needsCode && <FreshCode code={code} disabled={form.busy} />}
    </FormDialog>
  );
}

const facts: readonly Fact[] = [
  {
    icon: IconShieldCheck,
    tone: 'ok',
    text: 'O segundo fator atual continua valendo até o novo ser usado ao entrar.',
  },
  {
    icon: IconDeviceMobile,
    text: 'O código novo é para o aplicativo autenticador da revenda: só entregue a quem ela é.',
  },
  { icon: IconHistory, text: 'A revenda é avisada, e fica no histórico quem gerou.' },
];

interface NewQrCodeProps {
  prepared: PreparedFactor;
  subtitle: string;
  onClose: () => void;
}

function NewQrCode({ prepared, subtitle, onClose }: NewQrCodeProps) {
  return (
    <Dialog
      onClose={onClose}
      width={480}
      title="QR code 2fa"
      subtitle={subtitle}
      icon={IconQrcode}
      closeLabel="Pronto"
    >
      <Stack gap="2xl" className={classes.root!}>
        <QrCode text={prepared.qrCodeUrl} size={188} />
        <p>
          Mostre este código a <b>{prepared.username}</b>: ele é lido no aplicativo autenticador e
          passa a valer quando ela entrar no painel com um código dele. Até lá vale o antigo.
        </p>
        <CopyRow label="Chave" value={prepared.secret} />
        <Text fz="caption" c="var(--ink-3)">
          O código só aparece agora. Fechando, gere outro.
        </Text>
      </Stack>
    </Dialog>
  );
}
