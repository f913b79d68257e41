/**
 * Actions on a line that several households use. Each action opens a confirmation first and shows a
 * toast after success.
 */
import {
  blockForAbuse,
  dismissAbuse,
  getAbuseDetail,
  recreateBlocked,
} from '@ramal/contract/abuse';
import { useAction } from '../foundation/api/query.ts';
import { useAccount } from '../lines/account.ts';
import { callsChangedByActions } from '../lines/platforms/calls.ts';
import { toReceipt } from '../lines/receipt/receipt.ts';
import type { Line } from '../lines/line.ts';
import type { LinePlatform } from '../lines/platforms/platform.ts';
import type { LineActions } from '../lines/dialogs/use-line-actions.tsx';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useToast } from '../ui/toasts.tsx';
import {
  blockConfirmation,
  dismissConfirmation,
  unblockConfirmation,
} from './abuse-confirmations.ts';

/** Each promise resolves with true if the action was executed. */
export interface AbuseActions {
  /**
   * True if the line is blocked and this account is its owner or an admin. Resellers between the
   * owner and the admins cannot unblock the line.
   */
  readonly frees: (line: Line) => boolean;
  readonly block: (line: Line) => Promise<boolean>;
  readonly dismiss: (line: Line) => Promise<boolean>;
  /** Unblocks the line and shows its new password (Q-UNBLOCK). */
  readonly unblock: (line: Line) => Promise<boolean>;
}

export function useAbuseActions(
  platform: LinePlatform,
  { contextOf, showAccess }: Pick<LineActions, 'contextOf' | 'showAccess'>,
): AbuseActions {
  const { id, isAdmin } = useAccount();
  const confirm = useConfirm();
  const toast = useToast();
  const refresh = [...callsChangedByActions(platform), getAbuseDetail];
  const block = useAction(blockForAbuse, { refresh });
  const dismiss = useAction(dismissAbuse, { refresh });
  const unblock = useAction(recreateBlocked, { refresh });
  return {
    frees: (line) => line.abuse?.blocked === true && (isAdmin || line.ownerId === id),
    block: async (line) => {
      const done = await confirm({
        ...blockConfirmation(contextOf(line)),
        onConfirm: () => block.mutateAsync({ params: { id: line.id }, body: {} }),
      });
      if (done) toast({ title: 'Usuário bloqueado por abuso', text: line.username });
      return done;
    },
    dismiss: async (line) => {
      const done = await confirm({
        ...dismissConfirmation(contextOf(line)),
        onConfirm: () => dismiss.mutateAsync({ params: { id: line.id }, body: {} }),
      });
      if (done) toast({ title: 'Suspeita descartada', text: line.username });
      return done;
    },
    unblock: (line) =>
      confirm({
        ...unblockConfirmation(contextOf(line)),
        onConfirm: async () => {
          const receipt = toReceipt(await unblock.mutateAsync({ params: { id: line.id } }));
          showAccess(line, {
            platform,
            receipt,
            title: 'Desbloqueado com senha nova',
            phoneTitle: 'Desbloqueado',
          });
        },
      }),
  };
}
