/**
 * /settings-extra, «Funções Extra»: the channel codes of the guides, with export and comparison
 * (S-SETEXTRA).
 */
import { ActionIcon, Box, Button, Group, Text } from '@mantine/core';
import {
  MAX_LISTED_EPG_CHANNELS,
  type EpgChannel,
  type EpgVerification,
  exportEpg,
  verifyEpg,
} from '@ramal/contract/catalogue/epg';
import { IconChecklist, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { ExportButton } from '../exports/ExportButton.tsx';
import { useCall } from '../foundation/api/query.ts';
import { formatDateTime } from '../foundation/dates.ts';
import { pluralize } from '../foundation/numbers.ts';
import { RequirePermission } from '../sessions/RequirePermission.tsx';
import { PageHeader } from '../ui/layout/PageHeader.tsx';
import { Panel } from '../ui/layout/Panel.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import classes from './Extras.module.css';

export const Extras = () => (
  <RequirePermission when={({ grants }) => grants.includes('extras')}>
    <Screen />
  </RequirePermission>
);

function Screen() {
  const [isVerifying, setVerifying] = useState(false);
  const query = useCall(verifyEpg, {}, { enabled: isVerifying });
  const verify = () => (isVerifying ? void query.refetch() : setVerifying(true));

  return (
    <>
      <PageHeader
        title="Funções Extra"
        breadcrumb={[{ label: 'Mais' }, { label: 'Funções Extra' }]}
      />
      <Panel className={classes.tools}>
        <Box flex={1} miw={0}>
          <Text component="h2" inherit fz="body">
            EPG dos canais
          </Text>
          <Text mt="3xs" c="var(--ink-2)" fz="note">
            A planilha traz cada canal e o código dele nos guias. A verificação mostra o que mudou
            desde a última planilha.
          </Text>
        </Box>
        <ExportButton declaration={exportEpg} sent={{}} label="Exportar EPGS" />
        <Button
          leftSection={<IconChecklist size={16} stroke={1.75} aria-hidden />}
          loading={query.isFetching}
          onClick={verify}
        >
          Verificar EPG
        </Button>
      </Panel>
      <Loaded query={query} failed="Não deu para verificar" waiting={null}>
        {(data) => <Results key={query.dataUpdatedAt} verification={data} />}
      </Loaded>
    </>
  );
}

function Results({ verification }: { verification: EpgVerification }) {
  const [closed, setClosed] = useState<readonly string[]>([]);
  if (verification.exportedAtTimestamp === null)
    return (
      <EmptyState
        icon={IconChecklist}
        tone="plain"
        title="Ainda não há planilha"
        text="Use Exportar EPGS uma vez: a verificação compara com o que foi exportado."
      />
    );
  const since = formatDateTime(new Date(verification.exportedAtTimestamp * 1000));
  if (verification.modified === 0 && verification.new === 0)
    return (
      <EmptyState
        icon={IconChecklist}
        tone="ok"
        title="Nada mudou"
        text={`Os canais estão como na planilha de ${since}.`}
      />
    );
  const lists = [
    {
      title: 'Canais modificados',
      hint: 'Confira se o canal tem o mesmo valor no guia.',
      channels: verification.MODIFY,
      total: verification.modified,
    },
    {
      title: 'Canais novos',
      hint: 'Confira se o canal tem EPG.',
      channels: verification.NEWS,
      total: verification.new,
    },
  ].filter(({ title, total }) => total > 0 && !closed.includes(title));
  return (
    <>
      <Text mb="md" c="var(--ink-2)" fz="note">
        Desde a planilha de {since}:
      </Text>
      {lists.map((list) => (
        <ChannelList
          key={list.title}
          {...list}
          onClose={() => setClosed([...closed, list.title])}
        />
      ))}
    </>
  );
}

interface ChannelListProps {
  title: string;
  hint: string;
  channels: readonly EpgChannel[];
  total: number;
  onClose: () => void;
}

function ChannelList({ title, hint, channels, total, onClose }: ChannelListProps) {
  return (
    <Panel mb="2xl" py="2xl" px="var(--inset)">
      <Group component="header" gap="md" wrap="nowrap">
        <Text component="h2" inherit fz="body">
          {title}
        </Text>
        <Text span inherit flex={1} c="var(--ink-2)" fz="note">
          {pluralize(total, 'canal', 'canais')}
        </Text>
        <ActionIcon variant="subtle" aria-label={`Fechar ${title}`} onClick={onClose}>
          <IconX size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Group>
      <Text mt="3xs" c="var(--ink-2)" fz="note">
        {hint}
      </Text>
      <Box
        component="ul"
        mah="calc(15 * var(--space-5xl))"
        mt="md"
        className={classes.list}
        aria-label={title}
      >
        {channels.map(({ name, code }, index) => (
          <li key={index}>
            <span>{name}</span>
            <code>{code || 'sem código'}</code>
          </li>
        ))}
      </Box>
      {total > MAX_LISTED_EPG_CHANNELS && (
        <Text mt="3xs" c="var(--ink-2)" fz="note">
          E mais {pluralize(total - MAX_LISTED_EPG_CHANNELS, 'canal', 'canais')}: a planilha tem
          todos.
        </Text>
      )}
    </Panel>
  );
}
