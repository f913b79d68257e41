/**
 * Lists the probe agents that check balancers and hostnames, and whether the result of each agent
 * counts. An admin can create an agent's key or remove an agent.
 */
import { Box, Button, Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  type ProbeAgent,
  createProbeAgent,
  listProbeAgents,
  revokeProbeAgent,
} from '@ramal/contract/operations/probe-agents';
import { IconKeyOff, IconRadar2 } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { relativeWord } from '../foundation/dates.ts';
import { useNow } from '../foundation/use-now.ts';
import { FreshCode } from '../second-factors/FreshCode.tsx';
import { useFreshCode } from '../second-factors/use-fresh-code.ts';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import { TextField } from '../ui/form/fields/fields.tsx';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Loaded } from '../ui/states/Loaded.tsx';
import { type HealthLook, HealthMark } from '../ui/status/HealthMark.tsx';
import classes from './ProbeAgents.module.css';

type CreatedProbeAgent = Pick<ResponseOf<typeof createProbeAgent>, 'key' | 'command'>;

const REFRESH_MS = 10_000;

const looks: Record<ProbeAgent['state'], { look: HealthLook; label: string }> = {
  new: { look: 'open', label: 'Nunca relatou' },
  voting: { look: 'ok', label: 'Vota' },
  silent: { look: 'warn', label: 'Calado' },
  doubtful: { look: 'bad', label: 'Em dúvida' },
};

export function ProbeAgents({ onClose }: { onClose: () => void }) {
  const [agent, setAgent] = useState<CreatedProbeAgent>();
  const read = useCall(listProbeAgents, {}, { refreshEveryMs: REFRESH_MS });
  return (
    <Dialog
      closedByButton={agent !== undefined}
      onClose={onClose}
      width={640}
      title="Pontos de verificação"
      footer={
        agent && (
          <Button size="md" onClick={() => setAgent(undefined)}>
            Já copiei a chave
          </Button>
        )
      }
    >
      <Stack gap="2xl">
        <Text inherit c="var(--ink-2)">
          Outras máquinas olham os balanceadores e DNS pela rede delas. Um só é dado por caído
          quando a maioria dos que votam não o alcança. Com o nome de uma rede do coletor de DNS, o
          ponto diz também o que ela bloqueia.
        </Text>
        <Loaded query={read} failed="Não deu para carregar os pontos." compact height={88}>
          {(data) => (
            <ul className={classes.agents}>
              <li>
                <Text component="b" inherit fw={500}>
                  Este servidor
                </Text>
                <HealthMark
                  {...looks[data.own]}
                  note={data.own === 'doubtful' ? 'a rede dele falha' : undefined}
                />
              </li>
              {data.data.map((agent) => (
                <ProbeAgentRow key={agent.id} agent={agent} />
              ))}
            </ul>
          )}
        </Loaded>
        {agent && <NewAgentKey agent={agent} />}
        <CreateAgentForm onCreated={setAgent} />
      </Stack>
    </Dialog>
  );
}

function ProbeAgentRow({ agent }: { agent: ProbeAgent }) {
  const now = useNow();
  const revoke = useRevokeAgent();
  const { name, prefix, reportedIp: ip } = agent;
  return (
    <li>
      <span>
        <Text component="b" inherit fw={500}>
          {name}
        </Text>
        <span className="mono">{ip ? `${prefix}… · ${ip}` : `${prefix}…`}</span>
      </span>
      <HealthMark {...looks[agent.state]} note={noteOf(agent, now)} />
      <Button
        size="xs"
        variant="default"
        leftSection={<IconKeyOff size={15} stroke={1.75} aria-hidden />}
        aria-label={`Revogar ${name}`}
        onClick={() => void revoke(agent)}
      >
        Revogar
      </Button>
    </li>
  );
}

function noteOf({ state, targets, failing, reportedAtTimestamp: at }: ProbeAgent, now: Date) {
  if (at === null) return undefined;
  if (state === 'silent') return relativeWord(new Date(at * 1000), now);
  return state === 'doubtful' ? 'para ele tudo caiu' : `${targets - failing} de ${targets}`;
}

function useRevokeAgent() {
  const act = useConfirmedAction();
  const revoke = useAction(revokeProbeAgent, { refresh: [listProbeAgents] });
  return ({ id, name }: ProbeAgent) =>
    act(
      {
        title: 'Revogar este ponto?',
        tone: 'danger',
        icon: IconKeyOff,
        object: { name },
        facts: [
          { icon: IconRadar2, text: 'Este ponto para de verificar agora. Não dá para desfazer.' },
        ],
        confirmLabel: 'Sim, revogar',
      },
      () => revoke.mutateAsync({ params: { id } }),
    );
}

/**
 * Command that starts the new probe agent on its machine. It contains the agent's key, which is
 * shown only once.
 */
const NewAgentKey = ({ agent }: { agent: CreatedProbeAgent }) => (
  <Box
    component="section"
    py="lg"
    px="2xl"
    bd="1px solid var(--accent-line)"
    bdrs="var(--radius-control)"
    bg="var(--accent-soft)"
    aria-label="Chave nova"
  >
    <Box component="p" mb="sm">
      A chave aparece inteira só desta vez. Na outra máquina, com este programa instalado:
    </Box>
    <CopyRow label="Chave" wrap="below" value={agent.key} />
    <CopyRow label="Comando" wrap="below" value={agent.command} />
  </Box>
);

function CreateAgentForm({ onCreated }: { onCreated: (agent: CreatedProbeAgent) => void }) {
  const code = useFreshCode();
  const form = useForm(createProbeAgent, {
    initial: { name: '' },
    send: (body) => ({ body }),
    freshCode: () => code,
    codeFields: { probe_place_taken: 'name' },
    refresh: [listProbeAgents],
    onDone: onCreated,
  });
  return (
    <InlineForm form={form} gap="lg">
      <TextField
        label="Novo ponto"
        maxLength={60}
        autoComplete="off"
        placeholder="Vivo, São Paulo"
        {...form.field('name')}
      />
      <FreshCode code={code} disabled={form.busy} />
      <Button type="submit" loading={form.busy}>
        Criar chave
      </Button>
    </InlineForm>
  );
}
