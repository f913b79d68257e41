/**
 * Step for backups. The operator creates the key, configures a store outside of this machine, and
 * makes the first copy.
 */
import { Button, Group, Text } from '@mantine/core';
import { startBackup, viewBackups } from '@ramal/contract/operations/backups';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { BackupKey } from '../backups/BackupKey.tsx';
import type { Backups } from '../backups/backup-words.ts';
import { ProveKey } from '../backups/ProveKey.tsx';
import { type RemoteKind, RemoteFields, useRemote } from '../backups/RemoteFields.tsx';
import { useFollowedTask } from '../backups/use-followed-task.ts';
import { useCall } from '../foundation/api/query.ts';
import { relativeWord } from '../foundation/dates.ts';
import { useNow } from '../foundation/use-now.ts';
import { ChoiceTiles } from '../ui/form/fields/ChoiceTiles.tsx';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import { Settings } from './AddressSteps.tsx';
import type { WelcomeAnswer } from './welcome-words.ts';
import classes from './BackupStep.module.css';

interface BackupStepProps {
  readonly welcome: WelcomeAnswer;
  readonly onDone: () => void;
}

export function BackupStep(props: BackupStepProps) {
  const backups = useCall(viewBackups, {});
  return (
    <Loaded query={backups} failed="Não deu para carregar os backups" height={320} radius={12}>
      {(data) => (
        <>
          {!data.places.some(({ type }) => type !== 'local') && <RemoteForm {...props} />}
          <Checks backups={data} onDone={props.onDone} />
        </>
      )}
    </Loaded>
  );
}

type Choice = RemoteKind | 'folder';

const choices = [
  { value: 's3', label: 'S3', detail: 'Amazon, Backblaze, MinIO' },
  { value: 'sftp', label: 'SFTP', detail: 'outro servidor' },
  { value: 'folder', label: 'Outro disco', detail: 'nesta rede' },
] as const;

function RemoteForm({ welcome, onDone }: BackupStepProps) {
  const [choice, setChoice] = useState<Choice>('s3');
  const remote = useRemote({ store: 'remote_1', onDone });
  const choose = (value: string) => {
    setChoice(value as Choice);
    if (value !== 'folder') remote.setKind(value as RemoteKind);
  };
  return (
    <>
      <ChoiceTiles label="Tipo de lugar" names value={choice} options={choices} onChange={choose} />
      {choice === 'folder' ? (
        <Settings welcome={welcome} step="backup" />
      ) : (
        <InlineForm form={remote.form} gap="xl">
          <RemoteFields remote={remote} />
          <Group>
            <Button type="submit" size="md" loading={remote.form.busy}>
              Comprovar e salvar
            </Button>
          </Group>
        </InlineForm>
      )}
    </>
  );
}

function Checks({ backups, onDone }: { backups: Backups; onDone: () => void }) {
  const [dialog, setDialog] = useState<'key' | 'prove'>();
  const making = useFollowedTask(startBackup);
  const now = useNow();
  const { key, lastGoodTimestamp: last } = backups;
  const place = backups.places.find(({ type }) => type !== 'local');
  const isProven = typeof key?.provenAtTimestamp === 'number';
  const close = () => {
    setDialog(undefined);
    onDone();
  };
  return (
    <Panel py="2xs" label="Conferência">
      <ul className={classes.checks}>
        <Check isDone={place !== undefined} text="Escreveu, leu e excluiu um arquivo de prova">
          {place?.where}
        </Check>
        <Check isDone={isProven} text="A outra metade da chave está com você">
          {!isProven && (
            <Button size="xs" variant="default" onClick={() => setDialog(key ? 'prove' : 'key')}>
              {key ? 'Comprovar' : 'Criar chave'}
            </Button>
          )}
        </Check>
        <Check isDone={last !== null} text="Primeira cópia cifrada">
          {last !== null
            ? relativeWord(new Date(last * 1000), now)
            : key && (
                <Button size="xs" variant="default" loading={making.busy} onClick={making.start}>
                  Fazer agora
                </Button>
              )}
        </Check>
      </ul>
      {dialog === 'key' && (
        <BackupKey
          signatureKey={backups.signatureKey}
          onClose={close}
          onSaved={() => setDialog('prove')}
        />
      )}
      {dialog === 'prove' && key?.challenge && (
        <ProveKey challenge={key.challenge} onClose={close} />
      )}
    </Panel>
  );
}

interface CheckProps {
  readonly isDone: boolean;
  readonly text: string;
  readonly children?: ReactNode;
}

function Check({ isDone, text, children }: CheckProps) {
  const Sign = isDone ? IconCircleCheck : IconCircle;
  return (
    <li>
      <Sign
        size={18}
        stroke={1.75}
        color={isDone ? 'var(--ok)' : 'var(--ink-3)'}
        role="img"
        aria-label={isDone ? 'Certo' : 'Falta'}
      />
      <Text span inherit flex={1} miw={0}>
        {text}
      </Text>
      <Text span c="var(--ink-2)" fz="note" className={classes.aside}>
        {children}
      </Text>
    </li>
  );
}
