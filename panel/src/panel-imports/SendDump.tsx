/** The first step: which panel it is, its dump, and the moves there were. */
import { Button, Stack } from '@mantine/core';
import {
  LARGEST_DUMP_BYTES,
  listPanelImports,
  PANEL_IMPORT_DAYS,
  uploadPanelDump,
} from '@ramal/contract/operations/panel-imports';
import { IconAlertTriangle, IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { formatBytes } from '../foundation/bytes.ts';
import { relativeWord } from '../foundation/dates.ts';
import { useNow } from '../foundation/use-now.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import { TextField } from '../ui/form/fields/fields.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { Notice } from '../ui/status/Notice.tsx';
import { DropZone } from '../ui/upload/DropZone.tsx';
import { whyRefused } from '../ui/upload/refused-file.ts';
import { Sending } from '../ui/upload/Sending.tsx';
import { useUpload } from '../ui/upload/use-upload.ts';
import { stateLabels } from './move-words.ts';
import classes from './SendDump.module.css';

const FILE = {
  accept: '.sql,.gz',
  endings: 'um dump .sql ou .sql.gz',
  maxBytes: LARGEST_DUMP_BYTES,
};

export function SendDump({ onOpen }: { onOpen: (id: number) => void }) {
  const phone = useIsPhone();
  const upload = useUpload(uploadPanelDump, [listPanelImports]);
  const [panel, setPanel] = useState('');
  const [file, setFile] = useState<File>();
  const [refused, setRefused] = useState<string>();
  const [unnamed, setUnnamed] = useState(false);
  const send = async (chosen: File) => {
    const why = whyRefused(chosen, FILE);
    setRefused(why);
    setUnnamed(panel.trim() === '');
    setFile(chosen);
    if (why || panel.trim() === '') return;
    const query = { panel: panel.trim(), name: chosen.name.slice(0, 200) };
    const answer = await upload.send({ query }, chosen);
    if (answer) onOpen(answer.id);
  };
  const failure = refused ?? upload.failure?.message;
  return (
    <Stack gap={16}>
      <Panel className={classes.root!}>
        {failure && (
          <Notice tone="bad" icon={IconAlertTriangle}>
            {failure}
          </Notice>
        )}
        <TextField
          label="Painel de origem"
          hint="Um nome para ele, sempre o mesmo: o que já veio deste painel não vem duas vezes."
          placeholder="XUI antigo"
          maxLength={60}
          value={panel}
          error={unnamed ? 'Dê um nome ao painel de origem.' : undefined}
          onChange={({ currentTarget }) => {
            setPanel(currentTarget.value);
            setUnnamed(false);
          }}
        />
        {upload.share !== undefined && file ? (
          <Sending
            file={file}
            share={upload.share}
            arrived="Recebido, guardando o que importa"
            action={
              <Button size="xs" variant="default" onClick={upload.withdraw}>
                Cancelar
              </Button>
            }
          />
        ) : (
          <DropZone
            label={phone ? 'Escolher o dump' : 'Solte o dump aqui ou clique para escolher'}
            hint={`.sql ou .sql.gz do banco do painel, até ${formatBytes(LARGEST_DUMP_BYTES)}`}
            accept={FILE.accept}
            onFile={(chosen) => void send(chosen)}
          />
        )}
        <Notes />
      </Panel>
      <EarlierMoves onOpen={onOpen} />
    </Stack>
  );
}

const Notes = () => (
  <ul className={classes.notes}>
    <li>
      <b>Como fazer o dump.</b> No servidor antigo, <span className="mono">mysqldump</span> do banco
      inteiro, com <span className="mono">--default-character-set=utf8mb4</span>.
    </li>
    <li>
      <b>Nada é criado agora.</b> Você diz o que corresponde a quê e vê, linha por linha, o que virá
      e o que fica de fora.
    </li>
    <li className={classes.privacy}>
      <IconLock size={15} stroke={1.75} aria-hidden />O dump tem senhas: ele é esquecido em{' '}
      {PANEL_IMPORT_DAYS} dias.
    </li>
  </ul>
);

function EarlierMoves({ onOpen }: { onOpen: (id: number) => void }) {
  const now = useNow();
  const { data } = useCall(listPanelImports, {});
  if (!data || data.imports.length === 0) return null;
  return (
    <Panel className={classes.root!} label="Mudanças anteriores">
      <h2 className={classes.title}>Mudanças anteriores</h2>
      <ul className={classes.moves}>
        {data.imports.map(({ id, name, panel, state, created_at_timestamp: at }) => (
          <li key={id}>
            <span>
              <b>{panel}</b>
              <span>
                {name} · {relativeWord(new Date(at * 1000), now)}
              </span>
            </span>
            <span>{stateLabels[state]}</span>
            <Button
              size="xs"
              variant="default"
              aria-label={`Abrir ${panel}, ${name}`}
              onClick={() => onOpen(id)}
            >
              Abrir
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
