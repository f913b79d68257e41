import { Box, Button, CloseButton } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Notice } from '../../ui/status/Notice.tsx';
import { LineReceipt } from '../receipt/LineReceipt.tsx';
import type { LinePlatform } from '../platforms/platform.ts';
import type { Receipt } from '../receipt/receipt.ts';

export interface CreatedLineProps {
  platform: LinePlatform;
  receipt: Receipt;
  /** Participle of the action; by default the line was created. */
  done?: string;
  onDismiss: () => void;
}

/**
 * Shows the receipt after a creation. After it is closed, a row can open it again or dismiss it
 * (S-IPTVNEW-18).
 */
export function CreatedLine({ platform, receipt, done, onDismiss }: CreatedLineProps) {
  // Id of the line whose receipt was closed. A newer line opens its receipt automatically.
  const [closed, setClosed] = useState<number>();
  const heading = done ?? (receipt.isTrial ? 'Teste criado' : 'Usuário criado');
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
        <LineReceipt
          platform={platform}
          receipt={receipt}
          title={`${heading} com sucesso`}
          phoneTitle={heading}
          phoneSubtitle="Pronto para enviar ao cliente"
          onClose={() => setClosed(receipt.id)}
        />
      )}
    </Box>
  );
}
