/** Row «Robô de respostas» of the card «Canais», with the addresses that apps call. */
import { Box, Button, Group, Text } from '@mantine/core';
import {
  type ChatbotAddress,
  createChatbotAddress,
  listChatbotAddresses,
  MAX_CHATBOT_ADDRESSES,
} from '@ramal/contract/storefront/chatbot';
import { IconPlus, IconRobot } from '@tabler/icons-react';
import { useAction, useCall } from '../../foundation/api/query.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { useFailureAlert } from '../../ui/dialogs/use-failure-alert.ts';
import { IconTile } from '../../ui/IconTile.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { AddressBox } from './AddressBox.tsx';
import classes from './ChatbotAddresses.module.css';

const REFRESH_MS = 60_000;

/** Item of a list of channels. */
export function ChatbotAddresses() {
  const query = useCall(listChatbotAddresses, {}, { refreshEveryMs: REFRESH_MS });
  return (
    <li className={classes.root}>
      <Loaded
        query={query}
        failed="Não deu para carregar os endereços do robô"
        compact
        height={40}
        label="Carregando os endereços do robô"
      >
        {({ data }) => <Addresses addresses={data} />}
      </Loaded>
    </li>
  );
}

function Addresses({ addresses }: { readonly addresses: readonly ChatbotAddress[] }) {
  const today = addresses.reduce((sum, address) => sum + address.today, 0);
  const perDay = addresses.reduce((sum, address) => sum + address.perDay, 0);
  return (
    <>
      <Group gap="xl" mih="var(--size-row)">
        <IconTile tone="plain" size={38}>
          <IconRobot size={18} stroke={1.75} aria-hidden />
        </IconTile>
        <Box miw="calc(8 * var(--space-4xl))" flex={1}>
          <Text span inherit fw={500}>
            Robô de respostas
          </Text>
          <Text inherit c="var(--ink-2)" fz="note">
            Para apps que respondem no WhatsApp
          </Text>
        </Box>
        {addresses.length > 0 && (
          <Text span inherit c="var(--ink-2)" fz="note">
            <Text span inherit c="var(--ink)" fw={600}>
              {today}
            </Text>{' '}
            de {pluralize(perDay, 'teste', 'testes')} hoje
          </Text>
        )}
        {addresses.length < MAX_CHATBOT_ADDRESSES && (
          <CreateAddress isFirst={addresses.length === 0} />
        )}
      </Group>
      {addresses.map((address) => (
        <AddressBox key={address.id} address={address} />
      ))}
    </>
  );
}

function CreateAddress({ isFirst }: { readonly isFirst: boolean }) {
  const toast = useToast();
  const showFailure = useFailureAlert();
  const create = useAction(createChatbotAddress, { refresh: [listChatbotAddresses] });
  return (
    <Button
      variant={isFirst ? 'default' : 'subtle'}
      leftSection={<IconPlus size={16} aria-hidden />}
      loading={create.isPending}
      onClick={() =>
        void create
          .mutateAsync({ body: {} })
          .then(({ message }) => toast({ title: message }), showFailure)
      }
    >
      {isFirst ? 'Criar endereço' : 'Outro endereço'}
    </Button>
  );
}
