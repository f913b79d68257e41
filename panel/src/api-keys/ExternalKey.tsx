/**
 * «Chave de Integração Externa» of a reseller. Admins create, rotate and revoke it (S-RESLIST-28,
 * S-RESLIST-41, Q-EXTERNALKEY). The full key is shown only once, right after its creation. While it
 * is shown, only the button closes the dialog.
 */
import { Box, Button, Group, Stack } from '@mantine/core';
import {
  type ApiKey,
  getExternalKey,
  makeExternalKey,
  revokeExternalKey,
} from '@ramal/contract/api-keys';
import { IconClock, IconKey, IconKeyOff, IconRefresh, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { formatDateTime } from '../foundation/dates.ts';
import { useNow } from '../foundation/use-now.ts';
import { CodeDialog } from '../second-factors/CodeDialog.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import type { Fact } from '../ui/dialogs/Facts.tsx';
import { Initials } from '../ui/Initials.tsx';
import { EmptyState } from '../ui/states/EmptyState.tsx';
import { Loaded } from '../ui/states/Loaded.tsx';
import { useToast } from '../ui/toasts.tsx';
import { at, formerInWords, lastUsed, lastUseInWords, scopesInWords } from './key-words.ts';
import { NewKey } from './NewKey.tsx';

interface ExternalKeyProps {
  reseller: { readonly id: number; readonly username: string };
  onClose: () => void;
}

export function ExternalKey({ reseller, onClose }: ExternalKeyProps) {
  const params = { id: reseller.id };
  const query = useCall(getExternalKey, { params });
  const [asking, setAsking] = useState<'make' | 'revoke'>();
  const [newKey, setNewKey] = useState<string>();
  const subtitle = `${reseller.username} · ID ${reseller.id}`;
  const key = query.data?.key ?? null;
  const dialogProps = { params, subtitle, onClose: () => setAsking(undefined) };
  if (asking === 'make')
    return <CreateExternalKey {...dialogProps} exists={key !== null} onCreated={setNewKey} />;
  if (asking === 'revoke')
    return <RevokeKey {...dialogProps} onRevoked={() => setNewKey(undefined)} />;
  return (
    <Dialog
      closedByButton={key !== null && newKey !== undefined}
      onClose={onClose}
      width={560}
      title="Chave de Integração Externa"
      subtitle={subtitle}
      lead={<Initials name={reseller.username} size={42} />}
      footer={
        key && (
          <>
            <Button variant="danger-soft" me="auto" onClick={() => setAsking('revoke')}>
              Revogar
            </Button>
            <Button
              variant="default"
              leftSection={<IconRefresh size={17} stroke={1.75} aria-hidden />}
              onClick={() => setAsking('make')}
            >
              {newKey ? 'Trocar de novo' : 'Trocar'}
            </Button>
            <Button variant="default" onClick={onClose}>
              {newKey ? 'Já copiei' : 'Fechar'}
            </Button>
          </>
        )
      }
    >
      <Loaded query={query} failed="Não deu para carregar a chave" height={120} radius={12}>
        {(data) =>
          data.key ? (
            <>
              {newKey && <NewKey value={newKey} />}
              <KeyFacts apiKey={data.key} />
            </>
          ) : (
            <EmptyState
              icon={IconKey}
              tone="plain"
              title="Ainda não há chave"
              text="Com ela, um programa vende e renova por esta revenda."
              actions={<Button onClick={() => setAsking('make')}>Criar chave</Button>}
            />
          )
        }
      </Loaded>
    </Dialog>
  );
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
  const now = useNow();
  const [present, ...former] = apiKey.secrets;
  if (!present) return null;
  return (
    <Stack component="dl" gap="md" mt="2xl" fz="control">
      <Row label="Chave">
        <span className="mono">{present.prefix}…</span>
      </Row>
      {former.map((secret) => (
        <Row key={secret.prefix} label="Chave anterior">
          {formerInWords(secret, now)}
        </Row>
      ))}
      <Row label="Último uso">{lastUseInWords(lastUsed(apiKey) ?? present)}</Row>
      <Row label="Feita por">
        {`${apiKey.createdBy}, ${formatDateTime(at(present.createdAtTimestamp))}`}
      </Row>
      <Row label="Pode">{scopesInWords(apiKey)}</Row>
    </Stack>
  );
}

const Row = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <Group gap="2xl" align="stretch" justify="space-between" wrap="nowrap">
    <Box component="dt" flex="none" c="var(--ink-2)">
      {label}
    </Box>
    <Box component="dd" miw={0} ta="end">
      {children}
    </Box>
  </Group>
);

interface AskedProps {
  params: { readonly id: number };
  subtitle: string;
  onClose: () => void;
}

function CreateExternalKey({
  params,
  subtitle,
  exists,
  onCreated,
  onClose,
}: AskedProps & { exists: boolean; onCreated: (key: string) => void }) {
  const make = useAction(makeExternalKey, { refresh: [getExternalKey] });
  return (
    <CodeDialog
      title={exists ? 'Trocar a chave externa?' : 'Criar a chave externa?'}
      subtitle={subtitle}
      icon={IconKey}
      facts={exists ? replacingFacts : creatingFacts}
      submitLabel={exists ? 'Sim, trocar' : 'Sim, criar'}
      run={async (code) => onCreated((await make.mutateAsync({ params, body: code })).key)}
      onClose={onClose}
    />
  );
}

const once: Fact = {
  icon: IconShieldCheck,
  text: 'A chave aparece inteira só uma vez. Só entregue a quem é a revenda.',
};
const creatingFacts: readonly Fact[] = [
  once,
  { icon: IconKey, text: 'Quem tem a chave vende e renova com os créditos da revenda.' },
];
const replacingFacts: readonly Fact[] = [
  { icon: IconClock, tone: 'ok', text: 'A chave anterior vale por mais 24 horas.' },
  once,
];

function RevokeKey({
  params,
  subtitle,
  onRevoked,
  onClose,
}: AskedProps & { onRevoked: () => void }) {
  const toast = useToast();
  const revoke = useAction(revokeExternalKey, { refresh: [getExternalKey] });
  return (
    <CodeDialog
      title="Revogar a chave externa?"
      subtitle={subtitle}
      icon={IconKeyOff}
      facts={revokingFacts}
      submitLabel="Sim, revogar"
      danger
      run={async (code) => {
        const { message } = await revoke.mutateAsync({ params, body: code });
        onRevoked();
        toast({ title: message });
      }}
      onClose={onClose}
    />
  );
}

const revokingFacts: readonly Fact[] = [
  {
    icon: IconKeyOff,
    tone: 'warn',
    text: 'O programa da revenda para na hora. Não dá para desfazer: depois é preciso criar outra.',
  },
];
