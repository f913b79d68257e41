import { listRefusedPlays } from '@ramal/contract/watching';
import { IconDeviceTv, IconDeviceTvOff } from '@tabler/icons-react';
import { useCall } from '../../../foundation/api/query.ts';
import { formatTime, relativeWord } from '../../../foundation/dates.ts';
import { Notice } from '../../../ui/status/Notice.tsx';
import type { Line } from '../../line.ts';

/**
 * Shown if two players have repeatedly stopped each other. The player that is running keeps the
 * screen for a limited time.
 */
export function ContestNotice({ line: { contestedUntil }, now }: { line: Line; now: Date }) {
  if (!contestedUntil || contestedUntil <= now) return null;
  return (
    <Notice tone="warn" icon={IconDeviceTv} title="Dois aparelhos disputam a tela desta linha">
      Um derrubava o outro sem parar. Até {formatTime(contestedUntil)} fica só quem já está
      assistindo; para os dois ao mesmo tempo, venda um pacote com mais telas.
    </Notice>
  );
}

/**
 * Shows why Ramal's player recently rejected this line. Renders nothing if there was no recent
 * rejection.
 */
export function RefusedPlays({ line, now }: { line: Line; now: Date }) {
  const { data = [] } = useCall(listRefusedPlays, { body: { username: line.username } });
  if (data.length === 0) return null;
  return (
    <Notice tone="warn" icon={IconDeviceTvOff} title="O player recusou este usuário">
      {data.map(({ reason, text, userAgent, refusedAtTimestamp }) => {
        const at = new Date(refusedAtTimestamp * 1000);
        const app = userAgent === '' ? '' : ` (${userAgent})`;
        return (
          <span key={reason}>
            {text} {relativeWord(at, now)}, {formatTime(at)}
            {app}
            <br />
          </span>
        );
      })}
    </Notice>
  );
}
