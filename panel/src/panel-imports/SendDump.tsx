/**
 * First step: the type of the other panel, the upload of its dump, and the earlier panel imports.
 */
import { Button, Stack, Text } from '@mantine/core';
import { listLineServers } from '@ramal/contract/operations/line-servers';
import {
  MAX_DUMP_BYTES,
  listPanelImports,
  PANEL_IMPORT_DAYS,
  uploadPanelDump,
} from '@ramal/contract/operations/panel-imports';
import { useState } from 'react';
import { useCall } from '../foundation/api/query.ts';
import { formatBytes } from '../foundation/bytes.ts';
import { relativeWord } from '../foundation/dates.ts';
import { useNow } from '../foundation/use-now.ts';
import { useIsPhone } from '../foundation/viewport.ts';
import { TextField } from '../ui/form/fields/fields.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { FileUploadStep } from '../ui/upload/FileUploadStep.tsx';
import { useUpload } from '../ui/upload/use-upload.ts';
import { stateLabels } from './panel-import-words.ts';
import { ReadServer } from './ReadServer.tsx';
import classes from './SendDump.module.css';

const FILE = {
  accept: '.sql,.gz',
  endings: 'um dump .sql ou .sql.gz',
  maxBytes: MAX_DUMP_BYTES,
};

export function SendDump({ onOpen }: { onOpen: (id: number) => void }) {
  const phone = useIsPhone();
  const upload = useUpload(uploadPanelDump, [listPanelImports]);
  const [panel, setPanel] = useState('');
  const [unnamed, setUnnamed] = useState(false);
  const send = async (chosen: File) => {
    const named = panel.trim();
    setUnnamed(named === '');
    if (named === '') return;
    const query = { panel: named, name: chosen.name.slice(0, 200) };
    const answer = await upload.send({ query }, chosen);
    if (answer) onOpen(answer.id);
  };
  return (
    <Stack gap="2xl">
      <FileUploadStep
        rule={FILE}
        upload={upload}
        onFile={(chosen) => void send(chosen)}
        label={phone ? 'Escolher o dump' : 'Solte o dump aqui ou clique para escolher'}
        hint={`.sql ou .sql.gz do banco do painel, até ${formatBytes(MAX_DUMP_BYTES)}`}
        arrived="Recebido, guardando o que importa"
        fields={
          <TextField
            label="Painel de origem"
            hint="Use sempre o mesmo nome para este painel: assim nada é importado em dobro."
            placeholder="XUI antigo"
            maxLength={60}
            value={panel}
            error={unnamed ? 'Dê um nome ao painel de origem.' : undefined}
            onChange={({ currentTarget }) => {
              setPanel(currentTarget.value);
              setUnnamed(false);
            }}
          />
        }
        notes={notes}
        privacy={<>O dump tem senhas: ele é esquecido em {PANEL_IMPORT_DAYS} dias.</>}
      />
      <ReadServer onOpen={onOpen} />
      <EarlierMoves onOpen={onOpen} />
    </Stack>
  );
}

const notes = (
  <>
    <li>
      <b>Como fazer o dump.</b> No servidor antigo, <span className="mono">mysqldump</span> do banco
      inteiro, com <span className="mono">--default-character-set=utf8mb4</span>.
    </li>
    <li>
      <b>Nada é criado agora.</b> Você diz o que corresponde a quê e vê, linha por linha, o que virá
      e o que fica de fora.
    </li>
  </>
);

function EarlierMoves({ onOpen }: { onOpen: (id: number) => void }) {
  const now = useNow();
  const { data } = useCall(listPanelImports, {});
  // Waits for the list of servers, because it is shown above. Otherwise this part would be drawn
  // first and then move down.
  const { isPending } = useCall(listLineServers, {});
  if (isPending || !data || data.imports.length === 0) return null;
  return (
    <Panel
      gap="2xl"
      maw="calc(38 * var(--space-3xl))"
      p="var(--inset-large)"
      label="Mudanças anteriores"
    >
      <Text component="h2" inherit fz="lead">
        Mudanças anteriores
      </Text>
      <ul className={classes.moves}>
        {data.imports.map(({ id, name, panel, state, createdAtTimestamp: at }) => (
          <li key={id}>
            <span>
              <Text component="b" inherit c="var(--ink)" fw={500}>
                {panel}
              </Text>
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
