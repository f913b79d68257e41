/**
 * /view-backups: the data that a server loss would cost, the proofs of the backups, and the files
 * of each store (S-BACKUP-01 to -06, Q-BACKUPS).
 */
import { Button, Group } from '@mantine/core';
import { startBackup, startDrill, viewBackups } from '@ramal/contract/operations/backups';
import { IconDatabaseExport, IconHelpCircle } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { TaskProgress } from '../tasks/TaskProgress.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import type { Backups as BackupsAnswer } from './backup-words.ts';
import { BackupTables } from './BackupTables.tsx';
import classes from './Backups.module.css';
import { PointInTime } from './PointInTime.tsx';
import { type BackupDialog, Proof } from './Proof.tsx';
import { useFollowedTask } from './use-followed-task.ts';

const BackupKey = lazy(async () => ({ default: (await import('./BackupKey.tsx')).BackupKey }));
const ProveKey = lazy(async () => ({ default: (await import('./ProveKey.tsx')).ProveKey }));
const RemoteDialog = lazy(async () => ({
  default: (await import('./RemoteDialog.tsx')).RemoteDialog,
}));
const HowToRestore = lazy(async () => ({
  default: (await import('./HowToRestore.tsx')).HowToRestore,
}));

export const Backups = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <Screen />
  </RequirePermission>
);

const REFRESH_MS = 60_000;

const makingTitles = {
  waiting: 'Fazendo a cópia',
  running: 'Fazendo a cópia',
  done: 'Cópia pronta',
  failed: 'A cópia não foi feita',
  stopped: 'Cópia parada',
} as const;

const drillingTitles = {
  waiting: 'Ensaiando a volta',
  running: 'Ensaiando a volta',
  done: 'Volta ensaiada',
  failed: 'O ensaio da volta não deu certo',
  stopped: 'Ensaio parado',
} as const;

function Screen() {
  const backups = useCall(viewBackups, {}, { refreshEveryMs: REFRESH_MS });
  const [dialog, setDialog] = useState<BackupDialog>();
  const making = useFollowedTask(startBackup);
  const drilling = useFollowedTask(startDrill);
  const { data } = backups;
  const buttons = (
    <Group gap="md" align="stretch" className={classes.buttons}>
      <Button
        variant="default"
        leftSection={<IconHelpCircle size={16} stroke={1.75} aria-hidden />}
        onClick={() => setDialog('restore')}
      >
        Como restaurar
      </Button>
      <Button
        variant="default"
        leftSection={<IconDatabaseExport size={16} stroke={1.75} aria-hidden />}
        loading={making.busy}
        onClick={() => (data && !data.key ? setDialog('key') : making.start())}
      >
        Fazer cópia agora
      </Button>
    </Group>
  );
  return (
    <>
      <PageHeader
        title="Backups"
        breadcrumb={[{ label: 'Infraestrutura' }, { label: 'Backups' }]}
        actions={buttons}
        phoneActions={buttons}
      />
      <div className={classes.tasks}>
        {making.task && (
          <TaskProgress
            task={making.task}
            title={makingTitles[making.task.state]}
            onDismiss={making.dismiss}
          />
        )}
        {drilling.task && (
          <TaskProgress
            task={drilling.task}
            title={drillingTitles[drilling.task.state]}
            onDismiss={drilling.dismiss}
          />
        )}
      </div>
      <Loaded
        query={backups}
        failed="Não deu para carregar os backups"
        height={220}
        radius={12}
        label="Carregando os backups"
      >
        {(data) => (
          <>
            <Proof backups={data} drilling={drilling} open={setDialog} />
            <PointInTime backups={data} />
            <BackupTables backups={data} onSet={setDialog} />
          </>
        )}
      </Loaded>
      {data && <Dialogs opened={dialog} backups={data} onOpen={setDialog} />}
    </>
  );
}

interface DialogsProps {
  readonly opened: BackupDialog | undefined;
  readonly backups: BackupsAnswer;
  readonly onOpen: (dialog: BackupDialog | undefined) => void;
}

function Dialogs({ opened, backups, onOpen }: DialogsProps) {
  const { key } = backups;
  const close = () => onOpen(undefined);
  return (
    <Suspense>
      {opened === 'key' && (
        <BackupKey
          signatureKey={backups.signatureKey}
          onClose={close}
          onSaved={() => onOpen('prove')}
        />
      )}
      {opened === 'prove' && key?.challenge && (
        <ProveKey challenge={key.challenge} onClose={close} />
      )}
      {opened === 'restore' && <HowToRestore backups={backups} onClose={close} />}
      {(opened === 'remote_1' || opened === 'remote_2') && (
        <RemoteDialog store={opened} onClose={close} />
      )}
    </Suspense>
  );
}
