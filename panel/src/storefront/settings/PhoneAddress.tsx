/** First card on the phone: the switch of the page, its address, and the acts with it. */
import { ActionIcon, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { IconBrandWhatsapp, IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { openWhatsApp } from '../../lines/fields/whatsapp.ts';
import { CopyButton } from '../../ui/copy/CopyButton.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import type { CardProps } from './card-props.ts';
import { pageAddress, shortAddress } from './page-address.ts';
import { QrDialog } from '../QrDialog.tsx';

export function PhoneAddress({ form, state }: CardProps) {
  const [showsQr, setShowsQr] = useState(false);
  // A changed address works only after it was saved.
  const address = pageAddress(state.addressBase, state.settings?.slug ?? form.values.slug);
  return (
    <Panel p="var(--inset)" label="Endereço">
      <Stack gap="lg">
        <Switch
          labelPosition="left"
          label={form.values.isOnline ? 'No ar' : 'Fora do ar'}
          styles={{ body: { justifyContent: 'space-between' } }}
          {...form.toggle('isOnline')}
        />
        <Text
          component="a"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          inherit
          truncate
          c="var(--accent-ink)"
          className="mono"
        >
          {shortAddress(address)}
        </Text>
        <Group gap="sm" wrap="nowrap">
          <CopyButton main fullWidth size="md" text={address} />
          <Button
            variant="whatsapp-soft"
            size="md"
            fullWidth
            leftSection={<IconBrandWhatsapp size={18} stroke={1.75} aria-hidden />}
            onClick={() => openWhatsApp('', address)}
          >
            Enviar
          </Button>
          <ActionIcon
            variant="default"
            size={44}
            aria-label="Mostrar QR code"
            onClick={() => setShowsQr(true)}
          >
            <IconQrcode size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Group>
      </Stack>
      {showsQr && <QrDialog address={address} onClose={() => setShowsQr(false)} />}
    </Panel>
  );
}
