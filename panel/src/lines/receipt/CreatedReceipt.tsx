import type { LinePlatform } from '../platforms/platform.ts';
import { LineReceipt } from './LineReceipt.tsx';
import { nameCreation, type Receipt } from './receipt.ts';

export interface CreatedReceiptProps {
  readonly platform: LinePlatform;
  readonly receipt: Receipt;
  readonly heading?: string;
  readonly onClose: () => void;
}

/** Receipt of a new line, ready to be sent to the customer. */
export function CreatedReceipt({ heading, ...props }: CreatedReceiptProps) {
  const title = heading ?? nameCreation(props.receipt);
  return (
    <LineReceipt
      {...props}
      title={`${title} com sucesso`}
      phoneTitle={title}
      phoneSubtitle="Pronto para enviar ao cliente"
    />
  );
}
