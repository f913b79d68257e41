/**
 * QR code 2fa: nobody reads an existing secret; this prepares a new one and shows it for handing
 * over (S-RESLIST-35, Q-QRADMIN). The QR code is drawn here and goes to no service (Q-QRLEAK).
 */
import { Button } from '@mantine/core';
import { replaceSecondFactor } from '@ramal/contract/second-factors';
import { IconDeviceMobile, IconHistory, IconQrcode, IconShieldCheck } from '@tabler/icons-react';
import { ApiError, endsSession } from '../../foundation/api/api.ts';
import { useAction } from '../../foundation/api/query.ts';
import { CopyRow } from '../../ui/copy/CopyRow.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';
import { type Fact, Facts } from '../../ui/dialogs/Facts.tsx';
import { QrCode } from '../../ui/receipt/QrCode.tsx';
import { refusalOf } from '../form-texts.ts';
import type { ResellerDialogProps } from '../reseller-dialog.ts';
import { DialogIcon } from '../../ui/dialogs/DialogIcon.tsx';

export function ReplaceSecondFactor({ reseller, onClose }: ResellerDialogProps) {
  const alert = useAlertDialog();
  const replace = useAction(replaceSecondFactor);
  const prepared = replace.data;
  const prepare = async () => {
    try {
      await replace.mutateAsync({ params: { id: reseller.id } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!endsSession(error)) await alert(refusalOf(error));
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      busy={replace.isPending}
      width={480}
      title={prepared ? 'QR code 2fa' : 'Gerar um QR code novo?'}
      subtitle={`${reseller.username} · ID ${reseller.id}`}
      lead={
        <DialogIcon>
          <IconQrcode size={22} stroke={1.75} aria-hidden />
        </DialogIcon>
      }
      footer={
        prepared ? (
          <Button size="md" onClick={onClose}>
            Pronto
          </Button>
        ) : (
          <>
            <Button size="md" variant="default" disabled={replace.isPending} onClick={onClose}>
              Não
            </Button>
            <Button
              size="md"
              data-autofocus
              loading={replace.isPending}
              onClick={() => void prepare()}
            >
              Sim, gerar
            </Button>
          </>
        )
      }
    >
      {prepared ? (
        <div className="replaced-2fa">
          <QrCode text={prepared.qr_code_url} size={188} />
          <p>
            Mostre este código a <b>{prepared.username}</b>: ele é lido no aplicativo autenticador e
            passa a valer quando ela entrar no painel com um código dele. Até lá vale o antigo.
          </p>
          <CopyRow label="Chave" value={prepared.secret} />
          <p className="replaced-2fa-hint">O código só aparece agora. Fechando, gere outro.</p>
        </div>
      ) : (
        <Facts facts={facts} />
      )}
    </Dialog>
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
