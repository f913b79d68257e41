/**
 * Registered servers from which lines can be imported, and the confirmation before a server is
 * read.
 */
import { Button, Text } from '@mantine/core';
import { type LineServer, listLineServers } from '@ramal/contract/operations/line-servers';
import {
  listPanelImports,
  PANEL_IMPORT_DAYS,
  pullPanelImport,
} from '@ramal/contract/operations/panel-imports';
import { IconEye, IconFileSearch, IconLock, IconServer2 } from '@tabler/icons-react';
import { useCall } from '../foundation/api/query.ts';
import { TextField } from '../ui/form/fields/fields.tsx';
import { FormDialog } from '../ui/form/FormDialog.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Panel } from '../ui/layout/Panel.tsx';
import { usePanelImportParams } from './panel-import-params.ts';
import classes from './SendDump.module.css';

export function ReadServer({ onOpen }: { onOpen: (id: number) => void }) {
  const { server: serverParam, askServer } = usePanelImportParams();
  const servers = (useCall(listLineServers, {}).data?.data ?? []).filter(
    ({ kind, platform }) => kind === 'xui' && platform === 'iptv',
  );
  if (servers.length === 0) return null;
  const about = servers.find(({ id }) => id === serverParam);
  return (
    <Panel
      gap="2xl"
      maw="calc(38 * var(--space-3xl))"
      p="var(--inset-large)"
      label="De um servidor cadastrado"
    >
      <Text component="h2" inherit fz="lead">
        De um servidor cadastrado
      </Text>
      <Text mt="calc(-1 * var(--space-md))" c="var(--ink-2)" fz="control">
        As linhas continuam nele e passam a ser do painel, com revenda, senha e vencimento.
      </Text>
      <ul className={classes.moves}>
        {servers.map(({ id, name, host }) => (
          <li key={id}>
            <span>
              <Text component="b" inherit c="var(--ink)" fw={500}>
                {name}
              </Text>
              <span>{host}</span>
            </span>
            <Button
              size="xs"
              variant="default"
              aria-label={`Trazer linhas de ${name}`}
              onClick={() => askServer(id)}
            >
              Trazer linhas
            </Button>
          </li>
        ))}
      </ul>
      {about && <ReadDialog server={about} onClose={() => askServer(undefined)} onOpen={onOpen} />}
    </Panel>
  );
}

interface ReadDialogProps {
  server: LineServer;
  onClose: () => void;
  onOpen: (id: number) => void;
}

function ReadDialog({ server, onClose, onOpen }: ReadDialogProps) {
  const form = useForm(pullPanelImport, {
    initial: { panel: '' },
    send: ({ panel }) => ({
      body: { server: server.id, ...(panel.trim() === '' ? {} : { panel: panel.trim() }) },
    }),
    refresh: [listPanelImports],
    onDone: ({ id }) => onOpen(id),
  });
  return (
    <FormDialog
      form={form}
      title={`Trazer linhas de ${server.name}?`}
      icon={IconServer2}
      submitLabel="Ler o servidor"
      onClose={onClose}
      facts={[
        {
          icon: IconFileSearch,
          text: '**Só se lê agora**: revendas, pacotes e linhas. Nada é criado aqui nem escrito lá.',
        },
        {
          icon: IconEye,
          text: 'Depois você diz o que corresponde a quê e vê, linha por linha, o que virá.',
        },
        {
          icon: IconLock,
          text: `O que se lê tem senhas: é esquecido em ${PANEL_IMPORT_DAYS} dias.`,
        },
      ]}
    >
      <TextField
        label="Painel de origem"
        optional
        hint="Se já trouxe um dump deste painel, o mesmo nome de então: nada vem duas vezes."
        placeholder={server.name}
        maxLength={60}
        {...form.field('panel')}
      />
    </FormDialog>
  );
}
