/**
 * «Identificação»: why a line is suspect or blocked, with the accesses that show it, and what is done
 * about it. Source: S-SHARED-27 to -49, T-16, Q-DCFLAG.
 */
import { Button } from '@mantine/core';
import { useAccount } from '../lines/account.ts';
import type { LineDialogProps } from '../lines/dialogs/line-dialog.ts';
import type { Line } from '../lines/line.ts';
import { Identification } from '../lines/online/Identification.tsx';
import type { LineActions } from '../lines/dialogs/use-line-actions.tsx';
import { AbuseDetail } from './AbuseDetail.tsx';
import './abuse.css';
import { type AbuseActs, useAbuseActs } from './use-abuse-acts.tsx';

export function AbuseWindow({
  platform,
  context: { line },
  actions,
  onClose,
}: Pick<LineDialogProps, 'platform' | 'context' | 'onClose'> & { actions: LineActions }) {
  const { isAdmin } = useAccount();
  const abuseActs = useAbuseActs(platform, actions);
  return (
    <Identification
      line={line}
      onClose={onClose}
      acts={<Decision line={line} isAdmin={isAdmin} acts={abuseActs} onDone={onClose} />}
    >
      <AbuseDetail line={line} doubleCheck={isAdmin} />
    </Identification>
  );
}

/** A suspicion is decided by an admin; a blocked line is freed by its owner too (Q-SUSPECT, Q-UNBLOCK). */
function Decision({
  line,
  isAdmin,
  acts,
  onDone,
}: {
  line: Line;
  isAdmin: boolean;
  acts: AbuseActs;
  onDone: () => void;
}) {
  if (line.abuse?.blocked) {
    if (!acts.frees(line)) return null;
    return (
      <Button size="md" onClick={() => void acts.unblock(line)}>
        Desbloquear Usuário
      </Button>
    );
  }
  if (!isAdmin || !line.abuse) return null;
  const andClose = (act: (line: Line) => Promise<boolean>) => async () => {
    if (await act(line)) onDone();
  };
  return (
    <>
      <Button
        size="md"
        variant="default"
        aria-label="Descartar suspeita"
        onClick={() => void andClose(acts.dismiss)()}
      >
        Descartar
      </Button>
      <Button size="md" variant="danger" onClick={() => void andClose(acts.block)()}>
        Bloquear
      </Button>
    </>
  );
}
