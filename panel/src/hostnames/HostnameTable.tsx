/** A short list in a dialog, one act a row: what is removed, what is shared. */
import { Button, Skeleton } from '@mantine/core';
import type { Hostname } from '@ramal/contract/operations/hostnames';
import type { ReactNode } from 'react';
import type { ApiError } from '../foundation/api/api.ts';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { DialogList } from '../ui/dialogs/DialogList.tsx';
import { ErrorState } from '../ui/states/ErrorState.tsx';
import classes from './hostnames.module.css';

interface Read {
  readonly data?: { readonly data: readonly Hostname[] } | undefined;
  readonly error: ApiError | null;
  readonly isFetching: boolean;
  readonly refetch: () => unknown;
}

interface HostnameTableProps {
  readonly title: string;
  readonly read: Read;
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
  const rows = read.data?.data;
  return (
    <Dialog opened onClose={onClose} width={640} title={title}>
      <DialogList>
        {rows && rows.length > 0 ? (
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
        ) : rows ? (
          <p className={classes.none}>{empty}</p>
        ) : read.error ? (
          <ErrorState
            compact
            title="Erro ao carregar a lista de DNS."
            error={read.error}
            busy={read.isFetching}
            onRetry={() => void read.refetch()}
          />
        ) : (
          <Skeleton height={120} />
        )}
      </DialogList>
      {children}
    </Dialog>
  );
}
