/**
 * Card with the hostnames in the rotation of each franchise. An admin adds a hostname, removes it,
 * or moves it to the first position (S-SETTINGS-24, Q-ROTATEDNS).
 */
import { ActionIcon, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import {
  deleteRotation,
  getRotation,
  ROTATION_INCOMPLETE,
  type RotationHostname,
  saveRotation,
} from '@ramal/contract/operations/hostname-rotation';
import { IconArrowUp, IconPlus, IconRotate2, IconTrash, IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction, useCall } from '../foundation/api/query.ts';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import { TextField } from '../ui/form/fields/fields.tsx';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Loaded } from '../ui/states/Loaded.tsx';
import { StatusBadge } from '../ui/status/StatusBadge.tsx';
import { CardList } from '../ui/list/CardList.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import classes from './Rotation.module.css';

const PAGE_SIZE = 10;

type Franchises = ResponseOf<typeof getRotation>['franchises'];

export function Rotation() {
  const rotation = useCall(getRotation, {});
  return (
    <TitledCard
      title="Rodízio de DNS"
      text="Cada franquia tem um DNS em uso; se ele cair, o seguinte entra pela ordem."
    >
      <Loaded
        query={rotation}
        failed="Não deu para carregar o rodízio"
        compact
        waiting={
          <Stack gap="lg" p="1rem 1.25rem 1.25rem" aria-busy="true">
            <Skeleton height={40} radius={8} />
            <Skeleton height={40} radius={8} />
          </Stack>
        }
      >
        {(data) => (
          <>
            {data.franchises.length > 0 && <AddForm franchises={data.franchises} />}
            <RotationList hostnames={data.rotates} hasFranchises={data.franchises.length > 0} />
          </>
        )}
      </Loaded>
    </TitledCard>
  );
}

function AddForm({ franchises }: { franchises: Franchises }) {
  const form = useForm(saveRotation, {
    initial: { dns: '', idRes: String(franchises[0]?.idRes ?? '') },
    send: (body) => ({ body }),
    validate: ({ dns, idRes: franchise }): Record<string, string> =>
      dns.trim() === '' || franchise === '' ? { dns: ROTATION_INCOMPLETE } : {},
    codeFields: { hostname_elsewhere: 'dns', hostname_in_rotation: 'dns' },
    refresh: [getRotation],
    success: ({ message }, { dns }) => ({ title: message, text: dns }),
  });
  return (
    <InlineForm form={form} className={classes.add}>
      <TextField
        label="DNS"
        labelHidden
        mono
        icon={IconWorld}
        autoComplete="off"
        spellCheck={false}
        placeholder="tv.exemplo.com"
        {...form.field('dns', (typed) => typed.trim().toLowerCase())}
      />
      <SelectField
        label="Franquia"
        labelHidden
        data={franchises.map(({ idRes: id, dns }) => ({ value: String(id), label: dns }))}
        {...form.field('idRes')}
      />
      <Button
        type="submit"
        size="md"
        variant="default"
        loading={form.busy}
        leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
      >
        Adicionar
      </Button>
    </InlineForm>
  );
}

interface OrderProps {
  readonly hostnames: readonly RotationHostname[];
  readonly hasFranchises: boolean;
}

function RotationList({ hostnames, hasFranchises }: OrderProps) {
  const [page, setPage] = useState(1);
  const last = Math.max(1, Math.ceil(hostnames.length / PAGE_SIZE));
  const currentPage = Math.min(page, last);
  return (
    <CardList
      label="Rodízio de DNS"
      noun={['DNS', 'DNS']}
      className={classes.list}
      inset
      rows={hostnames.slice((currentPage - 1) * PAGE_SIZE, currentPage * PAGE_SIZE)}
      row={(hostname) => <Row key={hostname.id} hostname={hostname} />}
      total={hostnames.length}
      page={currentPage}
      pageSize={PAGE_SIZE}
      onPage={setPage}
      empty={{
        icon: IconRotate2,
        title: hasFranchises ? 'Nenhum DNS no rodízio' : 'Nenhuma franquia',
        text: hasFranchises
          ? 'Os links de cada rede usam o DNS próprio da revenda, ou o endereço padrão.'
          : 'O rodízio é de cada franquia. Cadastre uma em Cadastro de Revenda.',
      }}
    />
  );
}

function Row({ hostname }: { hostname: RotationHostname }) {
  const { dns, franchise, order } = hostname;
  const acts = useRowActs(hostname);
  return (
    <li>
      <Text span inherit c="var(--ink-3)" className="num">
        {order}
      </Text>
      <span className="mono">{dns}</span>
      <Text span inherit c="var(--ink-2)" className={classes.franchise}>
        {franchise}
      </Text>
      <Group
        component="span"
        gap="var(--space-3xs) var(--space-lg)"
        align="stretch"
        className={classes.state}
      >
        <HostnameBadges hostname={hostname} />
      </Group>
      <ActionIcon
        className={classes.first ?? ''}
        size={34}
        variant="subtle"
        disabled={order === 1}
        aria-label={`Passar ${dns} para o começo`}
        onClick={() => void acts.askFirst()}
      >
        <IconArrowUp size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
      <ActionIcon
        size={34}
        variant="subtle"
        aria-label={`Remover ${dns} do rodízio`}
        onClick={() => void acts.askRemoval()}
      >
        <IconTrash size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </li>
  );
}

/**
 * Returns the actions of a hostname in the rotation. Each action changes the links of a whole
 * network, so it requires a confirmation.
 */
function useRowActs({ id, dns, franchise, idRes: franchiseId, current, health }: RotationHostname) {
  const act = useConfirmedAction();
  const remove = useAction(deleteRotation, { refresh: [getRotation] });
  const first = useAction(saveRotation, { refresh: [getRotation] });
  const confirmMoveToFront = async () => {
    const body = { id, dns, idRes: franchiseId, current: 1 } as const;
    await act(
      {
        title: `Passar ${dns} para o começo?`,
        icon: IconArrowUp,
        facts: [
          {
            icon: IconRotate2,
            text:
              health === 'up'
                ? `Os links novos da rede de ${franchise} passam a levá-lo.`
                : `Os links novos da rede de ${franchise} passam a levá-lo quando ele responder.`,
          },
        ],
        confirmLabel: 'Sim, passar',
      },
      () => first.mutateAsync({ body }),
      dns,
    );
  };
  const confirmRemoval = () =>
    act(
      {
        title: 'Remover este DNS do rodízio?',
        tone: 'danger',
        icon: IconTrash,
        object: { name: dns, mono: true, note: franchise },
        facts: [
          {
            icon: IconRotate2,
            tone: 'bad',
            text:
              current === 1
                ? `Os links novos da rede de ${franchise} passam ao seguinte.`
                : `Os links da rede de ${franchise} não passam mais a ele.`,
          },
          {
            icon: IconWorld,
            text: `O DNS continua na lista de DNS de ${franchise}. Para tirá-lo de lá também, abra DNS.`,
          },
        ],
        confirmLabel: 'Sim, remover',
      },
      () => remove.mutateAsync({ params: { id } }),
      dns,
    );
  return { askFirst: confirmMoveToFront, askRemoval: confirmRemoval };
}

/** Badges for use and health. They are separate, because a hostname in use can be down. */
function HostnameBadges({ hostname: { current, health } }: { hostname: RotationHostname }) {
  return (
    <>
      {current === 1 && <StatusBadge tone="ok">Em uso</StatusBadge>}
      {health === 'down' && <StatusBadge tone="bad">Não responde</StatusBadge>}
      {health === 'unknown' && <StatusBadge tone="off">Verificando</StatusBadge>}
    </>
  );
}
