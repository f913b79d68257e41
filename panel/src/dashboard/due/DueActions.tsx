/**
 * Buttons of a due line: renew by 30 days, or send a message. The renewal opens a short
 * confirmation first and shows its result.
 */
import { getDueLines } from '@ramal/contract/lines/due-lines';
import { Button } from '@mantine/core';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { queryKey } from '../../foundation/api/query.ts';
import { useAccount } from '../../lines/account.ts';
import { usePlatformAct } from '../../lines/platforms/calls.ts';
import { customerName } from '@ramal/contract/rules/customer-name';
import type { LinePlatform } from '../../lines/platforms/platform.ts';
import { andSend, renewConfirmation } from '../../lines/dialogs/line-confirmations.tsx';
import { quoteRenewal } from '../../lines/fields/quote.ts';
import { useSendReceipt } from '../../lines/receipt/use-send-receipt.ts';
import { useUndoChoice } from '../../lines/undo/use-undo-choice.ts';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { type DueLine, toDueLine } from './due.ts';
import type { OnRenewed } from './use-due-renewals.tsx';
import classes from './DueActions.module.css';

const AskNumber = lazy(async () => ({
  default: (await import('../../lines/dialogs/NumberPrompt.tsx')).NumberPrompt,
}));

interface DueActionsProps {
  readonly due: DueLine;
  readonly platform: LinePlatform;
  readonly now: Date;
  readonly onRenewed: OnRenewed;
}

export function DueActions({ due, platform, now, onRenewed }: DueActionsProps) {
  const account = useAccount();
  const client = useQueryClient();
  const confirm = useConfirm();
  const decide = useUndoChoice();
  /** Text that will be sent after the user enters the customer's missing number. */
  const [unsent, setUnsent] = useState<{ text: string; onSent: (() => void) | undefined }>();
  const send = useSendReceipt();
  const extend = usePlatformAct(platform, platform.actions.extend);
  const line = toDueLine(due, now);
  const customer = customerName(line).name;

  const renew = () => {
    const asking = { line, now, plays: platform.definition.plays, owner: undefined };
    const quote = quoteRenewal(line.expiresAt, 1, account.balance, now);
    const onConfirm = async (also: boolean) => {
      onRenewed(platform, await extend.run({ line, credits: 1 }), also);
      void client.invalidateQueries({ queryKey: queryKey(getDueLines) });
    };
    void decide({
      act: quote.missing > 0 ? undefined : 'renew',
      lineId: line.id,
      run: () => onConfirm(false),
      ask: () => confirm({ ...renewConfirmation(asking, 1, quote), ...andSend, onConfirm }),
    });
  };
  return (
    <>
      <Button
        c="var(--accent-ink)"
        className={classes.renew}
        variant="default"
        size="xs"
        aria-label={`Mais 30 dias para ${customer}`}
        onClick={renew}
      >
        +30
      </Button>
      <Button
        className={classes.message}
        variant="whatsapp-soft"
        size="xs"
        aria-label={`Mensagem no WhatsApp para ${customer}`}
        onClick={() =>
          void send({
            platform,
            lineId: due.id,
            kind: 'charge',
            isOwn: true,
            askNumber: (text, onSent) => setUnsent({ text, onSent }),
          })
        }
      >
        <IconBrandWhatsapp size={18} stroke={1.75} aria-hidden />
      </Button>
      {unsent !== undefined && (
        <Suspense fallback={null}>
          <AskNumber
            platform={platform}
            lineId={due.id}
            text={unsent.text}
            onClose={() => setUnsent(undefined)}
            onSent={unsent.onSent}
          />
        </Suspense>
      )}
    </>
  );
}
