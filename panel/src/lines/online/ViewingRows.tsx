import { Text } from '@mantine/core';
import type { Viewing } from '@ramal/contract/watching';
import type { ReactNode } from 'react';
import { AccessTable } from './AccessTable.tsx';

interface ViewingRowsProps {
  viewings: readonly Viewing[];
  /** Returns the text under the AID: «desde 15:42», or the whole period. */
  when: (viewing: Viewing) => string;
  action?: (viewing: Viewing) => ReactNode;
  /** Id of the viewing that is highlighted. */
  chosen?: string | undefined;
}

const headers = ['Usuario', 'IP', 'Stream', 'Encoding', 'AID'];

export function ViewingRows({ viewings, when, action, chosen }: ViewingRowsProps) {
  return (
    <AccessTable headers={headers} hasActions={action !== undefined}>
      {viewings.map((viewing) => (
        <tr key={viewing.id} data-chosen={viewing.id === chosen || undefined}>
          <td data-cell="user" className="mono">
            {viewing.user}
          </td>
          <td data-cell="ip" className="mono" title={viewing.userAgent || undefined}>
            {viewing.ip || '–'}
          </td>
          <td data-cell="stream">
            {viewing.content}
            {viewing.id === chosen && (
              <Text span inherit display="block" c="var(--accent-ink)" fz="tag" fw={400}>
                este acesso
              </Text>
            )}
          </td>
          <td data-cell="encoding">{viewing.encoding}</td>
          <td data-cell="aid">
            <span className="mono">{viewing.aid}</span>
            <Text span inherit c="dimmed" fz="tag">
              {when(viewing)}
            </Text>
          </td>
          {action && <td data-cell="actions">{action(viewing)}</td>}
        </tr>
      ))}
    </AccessTable>
  );
}
