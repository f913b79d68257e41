/**
 * «Identificação»: the reasons why a line is suspect or blocked, the accesses behind them, and the
 * actions on the line. Source: S-SHARED-27 to -49, T-16, Q-DCFLAG.
 */
import { Button } from '@mantine/core';
import { getAbuseDetail } from '@ramal/contract/abuse';
import { useCall } from '../foundation/api/query.ts';
import { useAccount } from '../lines/account.ts';
import type { LineDialogProps } from '../lines/dialogs/line-dialog.ts';
import type { Line } from '../lines/line.ts';
import { Identification } from '../lines/online/Identification.tsx';
import type { LineActions } from '../lines/dialogs/use-line-actions.tsx';
import { AbuseDetail } from './findings/AbuseDetail.tsx';
import { type AbuseActions, useAbuseActions } from './use-abuse-actions.ts';

export function AbuseDialog({
  platform,
  context: { line },
  actions,
  onClose,
}: Pick<LineDialogProps, 'platform' | 'context' | 'onClose'> & { actions: LineActions }) {
  const { isAdmin } = useAccount();
  const abuseLineActions = useAbuseActions(platform, actions);
  return (
    <Identification
      line={line}
      onClose={onClose}
      actions={
        <Decision line={line} isAdmin={isAdmin} actions={abuseLineActions} onDone={onClose} />
      }
    >
      <AbuseDetail line={line} doubleCheck={isAdmin} />
    </Identification>
  );
}

/**
 * Decision about a line. An admin decides a suspicion after its reasons are shown. The owner can
 * also unblock a blocked line (Q-SUSPECT, Q-UNBLOCK).
 */
function Decision({
  line,
  isAdmin,
  actions,
  onDone,
}: {
  line: Line;
  isAdmin: boolean;
  actions: AbuseActions;
  onDone: () => void;
}) {
  const detail = useCall(getAbuseDetail, { params: { id: line.id } });
  if (line.abuse?.blocked) {
    if (!actions.frees(line)) return null;
    return (
      <Button size="md" onClick={() => void actions.unblock(line)}>
        Desbloquear Usuário
      </Button>
    );
  }
  if (!isAdmin || !line.abuse) return null;
  const andClose = (action: (line: Line) => Promise<boolean>) => async () => {
    if (await action(line)) onDone();
  };
  const isUnread = detail.data === undefined;
  return (
    <>
      <Button
        size="md"
        variant="default"
        disabled={isUnread}
        aria-label="Descartar suspeita"
        onClick={() => void andClose(actions.dismiss)()}
      >
        Descartar
      </Button>
      <Button
        size="md"
        variant="danger"
        disabled={isUnread}
        onClick={() => void andClose(actions.block)()}
      >
        Bloquear
      </Button>
    </>
  );
}
