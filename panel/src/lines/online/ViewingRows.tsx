/** Viewings as rows, and as cards on the phone: the same elements, told apart by the sheet. */
import type { Viewing } from '@ramal/contract/watching';
import type { ReactNode } from 'react';

export function ViewingRows({
  viewings,
  when,
  act,
  chosen,
}: {
  viewings: readonly Viewing[];
  /** Under the AID: «desde 15:42», or from when to when. */
  when: (viewing: Viewing) => string;
  act?: (viewing: Viewing) => ReactNode;
  /** The viewing that the others ran beside. */
  chosen?: string | undefined;
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
          {act && (
            <th>
              <span className="visually-hidden">Ações</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {viewings.map((viewing) => (
          <tr key={viewing.id} data-chosen={viewing.id === chosen || undefined}>
            <td className="online-user mono">{viewing.user}</td>
            <td className="online-ip mono" title={viewing.user_agent || undefined}>
              {viewing.ip || '–'}
            </td>
            <td className="online-stream">
              {viewing.content}
              {viewing.id === chosen && <span className="online-chosen">este acesso</span>}
            </td>
            <td className="online-encoding">{viewing.encoding}</td>
            <td className="online-aid">
              <span className="mono">{viewing.aid}</span>
              <span className="online-since">{when(viewing)}</span>
            </td>
            {act && <td className="online-act">{act(viewing)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
