/** Chatbot address with the product of its tests, its use, and its revocation. */
import { Button, Group, Text } from '@mantine/core';
import {
  type ChatbotAddress,
  listChatbotAddresses,
  revokeChatbotAddress,
} from '@ramal/contract/storefront/chatbot';
import { IconSettings, IconUnlink } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../../foundation/api/query.ts';
import { formatDate } from '../../foundation/dates.ts';
import { CopyButton } from '../../ui/copy/CopyButton.tsx';
import { useConfirmedAction } from '../../ui/dialogs/use-confirmed-action.ts';
import { describeLastUse } from '../last-use.ts';
import classes from './AddressBox.module.css';
import { EditAddress } from './EditAddress.tsx';

export function AddressBox({ address }: { readonly address: ChatbotAddress }) {
  const [isEditing, setIsEditing] = useState(false);
  const act = useConfirmedAction();
  const revoke = useAction(revokeChatbotAddress, { refresh: [listChatbotAddresses] });
  const { id, url, testHours, productName, perDay, today } = address;
  const askRevocation = () =>
    act(
      {
        title: 'Revogar este endereço?',
        icon: IconUnlink,
        tone: 'danger',
        object: { name: url, mono: true },
        facts: [{ icon: IconUnlink, text: 'Quem ainda usa recebe uma recusa.' }],
        confirmLabel: 'Sim, revogar',
      },
      () => revoke.mutateAsync({ params: { id } }),
    );
  return (
    <section className={classes.root} aria-label={`Endereço de ${productName}`}>
      <Group gap="lg" className={classes.address}>
        <span className={`${classes.url} mono`}>{url.replace(/^https?:\/\//, '')}</span>
        <span className={classes.product}>
          Teste {testHours} h, {productName}
        </span>
        <CopyButton text={url} />
      </Group>
      <Group gap="sm" pt="sm">
        <Text span inherit flex={1} miw="calc(10 * var(--space-4xl))" c="var(--ink-2)" fz="note">
          Criado em {formatDate(at(address.createdAtTimestamp))},{' '}
          {describeLastUse(address.lastUsedAtTimestamp, 'request')} · {today} de {perDay} hoje
        </Text>
        <Button
          variant="subtle"
          leftSection={<IconSettings size={16} aria-hidden />}
          onClick={() => setIsEditing(true)}
        >
          Testes por dia
        </Button>
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconUnlink size={16} aria-hidden />}
          onClick={() => void askRevocation()}
        >
          Revogar endereço
        </Button>
      </Group>
      {isEditing && <EditAddress address={address} onClose={() => setIsEditing(false)} />}
    </section>
  );
}

const at = (seconds: number): Date => new Date(seconds * 1000);
