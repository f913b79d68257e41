import { Button } from '@mantine/core';
import { DEFAULT_CREDITS, termOf } from '@ramal/contract/terms';
import { useState } from 'react';
import { formatDateTime } from '../../foundation/dates.ts';
import { creditsInWords } from '../../foundation/numbers.ts';
import { useAlertDialog } from '../../ui/dialogs/dialogs.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { type ApiError, endsSession } from '../../foundation/api.ts';
import { useAccount } from '../account.ts';
import { usePlatformAct } from '../platforms/calls.ts';
import { CreditTiles } from '../fields/CreditTiles.tsx';
import { RenewalPreview } from './RenewalPreview.tsx';
import { customerOf } from '../line.ts';
import type { LineDialogProps } from './line-dialog.ts';
import { quoteRenewal } from '../fields/quote.ts';
import { LineSubtitle } from '../LineSubtitle.tsx';

/** Estender: how much, and what it does, before it is done. */
export function ExtendLine({
  platform,
  context: asking,
  now,
  onClose,
  onDone,
}: LineDialogProps & { now: Date }) {
  const { line, owner } = asking;
  const account = useAccount();
  const alert = useAlertDialog();
  const [credits, setCredits] = useState<number>(DEFAULT_CREDITS);
  const extend = usePlatformAct(platform, platform.actions.extend);
  const quote = quoteRenewal(line.expiresAt, credits, account.balance, now);
  const days = termOf(Math.round(credits * 100))?.days ?? 0;
  const submit = async () => {
    try {
      const change = await extend.run({ line, credits });
      onClose();
      onDone(change, `Mais ${days} dias para ${customerOf(change.line)}`);
    } catch (error) {
      const { title, message, requestId } = error as ApiError;
      if (!endsSession(error)) await alert({ title, text: message, requestId });
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      busy={extend.busy}
      width={560}
      title="Estender"
      subtitle={<LineSubtitle line={line} />}
      footer={
        <>
          <Button size="md" variant="default" disabled={extend.busy} onClick={onClose}>
            Cancelar
          </Button>
          <Button
            size="md"
            className="line-dialog-main"
            loading={extend.busy}
            onClick={() => void submit()}
          >
            {`Estender · ${creditsInWords(credits)}`}
          </Button>
        </>
      }
    >
      <CreditTiles value={credits} onChange={setCredits} />
      <RenewalPreview
        before={formatDateTime(line.expiresAt)}
        after={formatDateTime(quote.expiresAt)}
        quote={quote}
        now={now}
        purpose="esta renovação"
        owner={owner}
      />
    </Dialog>
  );
}
