/** What to do on the day it is needed, and how copies get elsewhere before it. */
import { Button, Stack } from '@mantine/core';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { type Backups, placeNames } from './backup-words.ts';
import classes from './HowToRestore.module.css';

export interface HowToRestoreProps {
  readonly about: 'restore' | 'elsewhere';
  /** The name of a backup, for the command. */
  readonly newest: string | undefined;
  /** What names the two places elsewhere. */
  readonly settings: Backups['settings'];
  readonly onClose: () => void;
}

export function HowToRestore({ about, newest, settings, onClose }: HowToRestoreProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      width={560}
      title={about === 'restore' ? 'Como restaurar' : 'Cópia fora desta máquina'}
      footer={
        <Button size="md" onClick={onClose}>
          Entendi
        </Button>
      }
    >
      {about === 'restore' ? (
        <Restoring file={newest ?? 'ARQUIVO'} />
      ) : (
        <Elsewhere settings={settings} />
      )}
    </Dialog>
  );
}

const Restoring = ({ file }: { file: string }) => (
  <ol className={classes.steps}>
    <li>Pare o Ramal. Em uma máquina nova, instale a mesma versão, ou uma mais nova.</li>
    <li>
      Traga o arquivo da cópia e o da chave, e rode:
      <CopyRow
        label="Comando"
        value={`npm run restore -- ${file} --key ramal-chave.txt`}
        wrap="below"
      />
    </li>
    <li>
      A cópia volta ao lado do que existe e responde às perguntas do ensaio; só então toma o lugar.
      O banco de antes fica guardado com outro nome.
    </li>
    <li>
      Inicie o Ramal. Ele começa em quarentena: nada é cobrado, comprado ou movido, e todos entram
      de novo. Confira o que houve desde a cópia e libere o painel.
    </li>
  </ol>
);

const Elsewhere = ({ settings }: Pick<HowToRestoreProps, 'settings'>) => (
  <Stack gap={12}>
    <p className={classes.text}>
      O que está só nesta máquina se perde com ela. Monte aqui um disco ou uma pasta de outro
      servidor e diga onde está; cada cópia passa a ser enviada, lida de volta e conferida.
    </p>
    {(['remote_1', 'remote_2'] as const).map((place, index) => (
      <CopyRow
        key={place}
        label={placeNames[place]}
        value={`${settings[index]}=/mnt/backup-${index + 1} npm start`}
        wrap="below"
      />
    ))}
  </Stack>
);
