/**
 * Shows the result of a renewal on the board in a toast. The buttons of the toast open the receipt
 * or prompt for a missing number.
 */
import { lazy, Suspense, useState } from 'react';
import { useRenewalEnding } from '../../lines/receipt/use-renewal-ending.ts';
import type { LineChange, LinePlatform } from '../../lines/platforms/platform.ts';

const LineLinks = lazy(async () => ({
  default: (await import('../../lines/dialogs/LineLinks.tsx')).LineLinks,
}));
const AskNumber = lazy(async () => ({
  default: (await import('../../lines/dialogs/NumberPrompt.tsx')).NumberPrompt,
}));

export type OnRenewed = (platform: LinePlatform, change: LineChange, sendsAtOnce?: boolean) => void;

interface OpenedChange {
  readonly platform: LinePlatform;
  readonly change: LineChange;
  /**
   * Message that is sent after the user types the customer's number. If absent, the dialog shows
   * the receipt.
   */
  readonly text?: string;
  readonly onSent?: (() => void) | undefined;
}

/**
 * Returns the dialogs that follow a renewal on the board. They are rendered outside of the row,
 * because the board removes the renewed line.
 */
export function useDueRenewals(now: Date) {
  const [shown, setShown] = useState<OpenedChange>();
  const onRenewed: OnRenewed = useRenewalEnding({
    openReceipt: (platform, change) => setShown({ platform, change }),
    askNumber: (platform, change, message) => setShown({ platform, change, ...message }),
  });
  const close = () => setShown(undefined);
  const dialogs = shown && (
    <Suspense fallback={null}>
      {shown.text === undefined ? (
        <LineLinks
          platform={shown.platform}
          context={{
            line: shown.change.line,
            now,
            plays: shown.platform.definition.plays,
            owner: undefined,
          }}
          charge={shown.change.charge}
          onClose={close}
        />
      ) : (
        <AskNumber
          platform={shown.platform}
          lineId={shown.change.line.id}
          text={shown.text}
          onClose={close}
          onSent={shown.onSent}
        />
      )}
    </Suspense>
  );
  return { onRenewed, dialogs };
}
