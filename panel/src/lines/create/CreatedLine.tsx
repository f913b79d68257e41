import { Box, Button, CloseButton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Notice } from '../../ui/status/Notice.tsx';
import { CreatedReceipt } from '../receipt/CreatedReceipt.tsx';
import type { LinePlatform } from '../platforms/platform.ts';
import { nameCreation, type Receipt } from '../receipt/receipt.ts';

export interface CreatedLineProps {
  platform: LinePlatform;
  receipt: Receipt;
  /** Participle of the action. If absent, the text says that the line was created. */
  done?: string;
  onDismiss: () => void;
}

/**
 * Shows the receipt of a new line. After the receipt was closed, a notice offers to open it again
 * or to dismiss it (S-IPTVNEW-18).
 */
export function CreatedLine({ platform, receipt, done, onDismiss }: CreatedLineProps) {
  // Id of the line whose receipt the user has closed. The receipt of a newer line opens
  // automatically.
  const [closed, setClosed] = useState<number>();
  const heading = done ?? nameCreation(receipt);
  return (
    <Box mb="2xl">
      <Notice
        tone="ok"
        icon={IconCircleCheck}
        title={`${heading}: `}
        action={
          <>
            <Button size="xs" variant="subtle" onClick={() => setClosed(undefined)}>
              Abrir recibo
            </Button>
            <CloseButton aria-label="Dispensar" onClick={onDismiss} />
          </>
        }
      >
        <span className="mono">{receipt.username}</span>
        {receipt.isTrial ? ` · até ${receipt.expiresText}` : ` · vence em ${receipt.expiresText}`}
      </Notice>
      {closed !== receipt.id && (
        <CreatedReceipt {...{ platform, receipt, heading }} onClose={() => setClosed(receipt.id)} />
      )}
    </Box>
  );
}
