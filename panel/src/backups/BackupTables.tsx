/**
 * Each backup store has its own table, all in one frame with the same columns. A file name is a
 * download link (S-BACKUP-01 to -06).
 */
import {
  type BackupFile,
  type BackupPlace,
  downloadBackup,
} from '@ramal/contract/operations/backups';
import { Group, Loader } from '@mantine/core';
import { useState } from 'react';
import type { ApiError } from '../foundation/api/api.ts';
import { fetchFile } from '../foundation/api/files.ts';
import { saveBlob } from '../foundation/api/save.ts';
import { formatBytes } from '../foundation/bytes.ts';
import { countOf } from '../foundation/numbers.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import { useAlertDialog } from '../ui/dialogs/dialogs.tsx';
import { type Backups, placeNames } from './backup-words.ts';
import { PlaceActs } from './PlaceActs.tsx';
import { PlaceState } from './PlaceState.tsx';
import type { RemotePlace } from './RemoteFields.tsx';
import classes from './BackupTables.module.css';

const fileLists = { local: 'local', remote_1: 'remote1', remote_2: 'remote2' } as const;

const places: readonly BackupPlace[] = ['local', 'remote_1', 'remote_2'];

interface BackupTablesProps {
  readonly backups: Backups;
  /** Opens the dialog that connects a remote backup store. */
  readonly onSet: (place: RemotePlace) => void;
}

export function BackupTables({ backups, onSet }: BackupTablesProps) {
  const download = useDownload();
  return (
    <Panel className={classes.root} label="Arquivos">
      {places.map((place) => (
        <PlaceTable key={place} place={place} backups={backups} download={download} onSet={onSet} />
      ))}
    </Panel>
  );
}

interface PlaceTableProps extends BackupTablesProps {
  readonly place: BackupPlace;
  readonly download: Download;
}

function PlaceTable({ place, backups, download, onSet }: PlaceTableProps) {
  const files = backups[fileLists[place]];
  const set = backups.places.find(({ type }) => type === place);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  return (
    <table aria-label={placeNames[place]}>
      <colgroup>
        <col />
        <col className={classes.size} />
        <col className={classes.date} />
        <col className={classes.where} />
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
        <tr className={classes.place}>
          <th scope="rowgroup" colSpan={4}>
            <Group
              component="span"
              gap="var(--space-xs) var(--space-md)"
              className={classes.heading}
            >
              <b>{placeNames[place]}</b>
              {files.length > 0 && (
                <span>
                  {countOf(files.length, 'cópia', 'cópias')}, {formatBytes(total)}
                </span>
              )}
              {set && <PlaceState backups={backups} place={set} />}
              {place !== 'local' && set?.kind !== 'folder' && (
                <PlaceActs place={place} set={set} onSet={onSet} />
              )}
            </Group>
          </th>
        </tr>
        {files.map((file) => (
          <FileRow
            key={file.name}
            file={file}
            where={place === 'local' ? 'Esta máquina' : set?.where}
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
          <span className={classes.version}>
            {file.restorable ? `versão ${file.version}` : `só restaura com a ${file.version}`}
          </span>
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
        saveBlob(await fetchFile(downloadBackup, { body: file }), file.name);
      } catch (error) {
        const { title, message, requestId } = error as ApiError;
        await alert({ title, text: message, requestId });
      } finally {
        setRunning(undefined);
      }
    },
  };
}
