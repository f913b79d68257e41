/** Viewings as rows, and as cards on the phone: the same elements, told apart by the sheet. */
import type { Viewing } from '@ramal/contract/watching';
import type { ReactNode } from 'react';
import { formatTime, relativeWord } from '../../foundation/dates.ts';

export function ViewingRows({
  viewings,
  now,
  act,
}: {
  viewings: readonly Viewing[];
  now: Date;
  act: (viewing: Viewing) => ReactNode;
}) {
  return (
    <table className="online-rows">
      <thead>
        <tr>
          <th>Usuario</th>
          <th>IP</th>
          <th>Stream</th>
          <th>Encoding</th>
          <th>AID</th>
          <th>
            <span className="visually-hidden">Ações</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {viewings.map((viewing) => (
          <tr key={viewing.id}>
            <td className="online-user mono">{viewing.user}</td>
            <td className="online-ip mono" title={viewing.user_agent || undefined}>
              {viewing.ip || '–'}
            </td>
            <td className="online-stream">{viewing.content}</td>
            <td className="online-encoding">{viewing.encoding}</td>
            <td className="online-aid">
              <span className="mono">{viewing.aid}</span>
              <Since seconds={viewing.started_at_timestamp} now={now} />
            </td>
            <td className="online-act">{act(viewing)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Since({ seconds, now }: { seconds: number; now: Date }) {
  const at = new Date(seconds * 1000);
  return (
    <span className="online-since">
      desde {formatTime(at)}, {sinceWhen(at, now)}
    </span>
  );
}

/** The screen's time moves in steps: what was just opened may lie after it. */
const sinceWhen = (at: Date, now: Date): string =>
  now.getTime() - at.getTime() < 60_000 ? 'agora há pouco' : relativeWord(at, now);
