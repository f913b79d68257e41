/**
 * «renovar maria 3»: renews a found line from the palette, at once or after a question as
 * everywhere. The palette is closed by then, so the results use dialogs of the list.
 */
import type { Term } from '@ramal/contract/rules/terms';
import { IconCalendarPlus } from '@tabler/icons-react';
import { formatDate } from '../foundation/dates.ts';
import { creditsInWords, formatCredits, missingVerb } from '../foundation/numbers.ts';
import { useAccount } from '../lines/account.ts';
import { quoteRenewal } from '../lines/fields/quote.ts';
import { lineInBrief } from '../lines/line.ts';
import { usePlatformAct } from '../lines/platforms/calls.ts';
import { iptvLines } from '../lines/platforms/iptv.ts';
import { newP2pPlatform, p2pPlatform } from '../lines/platforms/p2p.ts';
import type { CustomerSection } from '../lines/customer/sections.ts';
import { useRenewalEnding } from '../lines/receipt/use-renewal-ending.ts';
import type { LineDialogKind } from '../lines/list/line-params.ts';
import { useUndoChoice } from '../lines/undo/use-undo-choice.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { type FoundLine, foundName } from './found.ts';
import type { Offer } from './palette-items.ts';

export interface RenewalPlace {
  readonly now: Date;
  /** Name of the signed-in account, to tell whose line it is. */
  readonly username: string;
  /** Opens a dialog of the line in its list, or a section of the customer's page. */
  readonly openDialog: (
    line: Pick<FoundLine, 'id' | 'platform' | 'username'>,
    dialog: LineDialogKind | CustomerSection,
  ) => void;
  readonly onClose: () => void;
}

export type OfferRenewal = (line: FoundLine, term: Term) => Offer;

/** Returns a function that offers to renew a found line by a term. */
export function useRenewals(place: RenewalPlace): OfferRenewal {
  const { balance } = useAccount();
  const renew = useRenew(place);
  return (line: FoundLine, term: Term): Offer => {
    const expiresAt = new Date(line.expDateTimestamp * 1000);
    const quote = quoteRenewal(expiresAt, term.credits, balance, place.now);
    const offer = {
      key: `renew-${line.id}-${term.days}`,
      icon: IconCalendarPlus,
      title: `Renovar ${foundName(line)} por ${term.label}`,
      note: `${creditsInWords(term.credits)} · até ${formatDate(quote.expiresAt)}`,
    };
    if (quote.missing > 0)
      return {
        ...offer,
        aside: `${missingVerb(quote.missing)} ${creditsInWords(quote.missing)}`,
        isUnaffordable: true,
        to: { to: '/buy-credits' },
      };
    return {
      ...offer,
      ...(typeof quote.after === 'number' && {
        aside: `saldo depois: ${formatCredits(quote.after)}`,
      }),
      isUndoable: true,
      run: () => renew(line, term),
    };
  };
}

function useRenew({ now, username, openDialog, onClose }: RenewalPlace) {
  const { balance } = useAccount();
  const confirm = useConfirm();
  const decide = useUndoChoice();
  const extend = {
    iptv: usePlatformAct(iptvLines, iptvLines.actions.extend),
    p2p: usePlatformAct(p2pPlatform, p2pPlatform.actions.extend),
    'new-p2p': usePlatformAct(newP2pPlatform, newP2pPlatform.actions.extend),
  };
  const end = useRenewalEnding({
    openReceipt: ({ definition }, { line }) =>
      openDialog({ ...line, platform: definition.key }, 'receipt'),
    askNumber: ({ definition }, { line }) =>
      openDialog({ ...line, platform: definition.key }, 'edit'),
  });
  return (hit: FoundLine, { credits }: Term): void => {
    onClose();
    const platform = { iptv: iptvLines, p2p: p2pPlatform, 'new-p2p': newP2pPlatform }[hit.platform];
    const line = lineInBrief({ ...hit, expiresAt: new Date(hit.expDateTimestamp * 1000) }, now);
    const run = async (sendsAtOnce = false) =>
      end(platform, await extend[hit.platform].run({ line, credits }), sendsAtOnce);
    const owner = hit.reseller.username === username ? undefined : hit.reseller.username;
    const ask = async () => {
      const words = await import('../lines/dialogs/line-confirmations.tsx');
      const context = { line, now, plays: platform.definition.plays, owner };
      const quote = quoteRenewal(line.expiresAt, credits, balance, now);
      return confirm({
        ...words.renewConfirmation(context, credits, quote),
        ...words.andSend,
        onConfirm: run,
      });
    };
    void decide({ act: 'renew', lineId: line.id, run: () => run(), ask });
  };
}
