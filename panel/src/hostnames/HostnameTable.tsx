/**
 * Dialog with a short list of hostnames and one action for each row. Used for removed and for
 * shared hostnames.
 */
import { Button, Text } from '@mantine/core';
import type { Hostname } from '@ramal/contract/operations/hostnames';
import type { ReactNode } from 'react';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { DialogList } from '../ui/dialogs/DialogList.tsx';
import { Loaded, type Query } from '../ui/states/Loaded.tsx';
import classes from './hostnames.module.css';

interface HostnameTableProps {
  readonly title: string;
  readonly read: Query<{ readonly data: readonly Hostname[] }>;
  readonly empty: string;
  readonly hasOwner: boolean;
  readonly label: (row: Hostname) => string;
  readonly busy: boolean;
  readonly act: (row: Hostname) => void;
  readonly onClose: () => void;
  readonly children?: ReactNode;
}

export function HostnameTable(props: HostnameTableProps) {
  const { title, read, empty, hasOwner, label, busy, act, onClose, children } = props;

  return (
    <Dialog onClose={onClose} width={640} title={title}>
      <DialogList>
        <Loaded query={read} failed="Erro ao carregar a lista de DNS." compact height={120}>
          {({ data: rows }) =>
            rows.length > 0 ? (
              <table className={classes.offers} aria-label={title}>
                <thead>
                  <tr>
                    <th scope="col">DNS</th>
                    {hasOwner && <th scope="col">Dono</th>}
                    <th scope="col">Vencimento</th>
                    <th scope="col">
                      <span className="visually-hidden">Ação</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.id}>
                      <td className="mono">{row.dns}</td>
                      {hasOwner && <td>{row.owner || 'acima da sua revenda'}</td>}
                      <td className="num">{row.dueDateFormatted ?? '–'}</td>
                      <td>
                        <Button
                          size="xs"
                          variant="default"
                          disabled={busy}
                          aria-label={`${label(row)} ${row.dns}`}
                          onClick={() => act(row)}
                        >
                          {label(row)}
                        </Button>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            ) : (
              <Text py="3xl" c="var(--ink-2)" ta="center">
                {empty}
              </Text>
            )
          }
        </Loaded>
      </DialogList>
      {children}
    </Dialog>
  );
}
