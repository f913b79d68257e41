/**
 * Shows one table of backup files for each backup store. A file name is a download link
 * (S-BACKUP-01 to -06).
 */
import {
  type BackupFile,
  type BackupStoreName,
  downloadBackup,
} from '@ramal/contract/operations/backups';
import { Box, Group, Loader, Text } from '@mantine/core';
import { useState } from 'react';
import type { ApiError } from '../foundation/api/api.ts';
import { fetchFile } from '../foundation/api/files.ts';
import { downloadBlob } from '../foundation/api/download.ts';
import { formatBytes } from '../foundation/bytes.ts';
import { pluralize } from '../foundation/numbers.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { type Backups, storeNames } from './backup-words.ts';
import { StoreActions } from './StoreActions.tsx';
import { StoreStatus } from './StoreStatus.tsx';
import type { RemoteStoreId } from './RemoteFields.tsx';
import classes from './BackupTables.module.css';

const fileLists = { local: 'local', remote_1: 'remote1', remote_2: 'remote2' } as const;

const stores: readonly BackupStoreName[] = ['local', 'remote_1', 'remote_2'];

interface BackupTablesProps {
  readonly backups: Backups;
  /** Opens the dialog that connects a remote backup store. */
  readonly onSet: (store: RemoteStoreId) => void;
}

export function BackupTables({ backups, onSet }: BackupTablesProps) {
  const download = useDownload();
  return (
    <Panel className={classes.root} label="Arquivos">
      {stores.map((store) => (
        <StoreTable key={store} store={store} backups={backups} download={download} onSet={onSet} />
      ))}
    </Panel>
  );
}

interface StoreTableProps extends BackupTablesProps {
  readonly store: BackupStoreName;
  readonly download: Download;
}

function StoreTable({ store, backups, download, onSet }: StoreTableProps) {
  const files = backups[fileLists[store]];
  const set = backups.places.find(({ type }) => type === store);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <table aria-label={storeNames[store]}>
      <colgroup>
        <col />
        <Box component="col" w="calc(5 * var(--space-4xl))" />
        <Box component="col" w="calc(17 * var(--space-md))" />
        <Box component="col" w="calc(9 * var(--space-3xl))" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">Arquivo</th>
          <th scope="col">Tamanho</th>
          <th scope="col">Data</th>
          <th scope="col">Onde</th>
        </tr>
      </thead>
      <tbody>
        <tr className={classes.store}>
          <th scope="rowgroup" colSpan={4}>
            <Group
              component="span"
              gap="var(--space-xs) var(--space-md)"
              className={classes.heading}
            >
              <b>{storeNames[store]}</b>
              {files.length > 0 && (
                <span>
                  {pluralize(files.length, 'cópia', 'cópias')}, {formatBytes(total)}
                </span>
              )}
              {set && <StoreStatus backups={backups} store={set} />}
              {store !== 'local' && set?.kind !== 'folder' && (
                <StoreActions store={store} set={set} onSet={onSet} />
              )}
            </Group>
          </th>
        </tr>
        {files.map((file) => (
          <FileRow
            key={file.name}
            file={file}
            where={store === 'local' ? 'Esta máquina' : set?.where}
            download={download}
          />
        ))}
        {files.length === 0 && (
          <tr>
            <td colSpan={4} className={classes.none}>
              {set ? 'Nenhuma cópia ainda' : 'Não está ligado'}
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

interface FileRowProps {
  readonly file: BackupFile;
  readonly where: string | undefined;
  readonly download: Download;
}

function FileRow({ file, where, download }: FileRowProps) {
  return (
    <tr>
      <td>
        <button
          type="button"
          className="mono"
          disabled={download.running !== undefined}
          onClick={() => void download.start(file)}
        >
          {file.name}
        </button>
        {download.running === file && <Loader size={14} aria-label="Baixando" />}
        {file.version && (
          <Text span inherit display="block" c="var(--ink-2)" fz="caption">
            {file.restorable ? `versão ${file.version}` : `só restaura com a ${file.version}`}
          </Text>
        )}
      </td>
      <td>{formatBytes(file.size)}</td>
      <td>{file.created}</td>
      <td>{where}</td>
    </tr>
  );
}

interface Download {
  readonly running: BackupFile | undefined;
  readonly start: (file: BackupFile) => Promise<void>;
}

function useDownload(): Download {
  const [running, setRunning] = useState<BackupFile>();
  const alert = useAlertDialog();
  return {
    running,
    start: async (file) => {
      setRunning(file);
      try {
        downloadBlob(await fetchFile(downloadBackup, { body: file }), file.name);
      } catch (error) {
        const { title, message, requestId } = error as ApiError;
        await alert({ title, text: message, requestId });
      } finally {
        setRunning(undefined);
      }
    },
  };
}
