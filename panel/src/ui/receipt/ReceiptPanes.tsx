import { Box, Button, CloseButton, Group, Text } from '@mantine/core';
import { IconBrandWhatsapp, IconCopy, IconFiles } from '@tabler/icons-react';
import { CopyButton } from '../copy/CopyButton.tsx';
import { CopyRow } from '../copy/CopyRow.tsx';
import { QrCode } from './QrCode.tsx';
import type { ReceiptContent } from './receipt-content.ts';
import { ReceiptCredentials, ReceiptGroup, ReceiptHead } from './ReceiptParts.tsx';
import classes from './ReceiptPanes.module.css';

/**
 * Receipt on the desktop, with credentials, labelled values and QR code on the left, and links on
 * the right.
 */
export function ReceiptPanes(props: ReceiptContent & { onClose: () => void }) {
  const {
    choice,
    linksTitle = 'Links',
    linkGroups,
    onWhatsApp,
    copyText,
    copyOther,
    hint,
    onClose,
  } = props;
  return (
    <>
      <div className={classes.panes}>
        <Summary {...props} />
        <div className={classes.links}>
          <Group gap={0} justify="space-between" wrap="nowrap" mb="-2xs">
            <h2>{linksTitle}</h2>
            <CloseButton aria-label="Fechar" size={34} onClick={onClose} />
          </Group>
          {choice}
          {linkGroups.map((group) => (
            <section key={group.title}>
              <Text component="h3" inherit mb="xs" c="dimmed" fz="note" fw={400}>
                {group.title}
              </Text>
              <ReceiptGroup>
                {group.items.map((item) => (
                  <CopyRow key={item.label} {...item} />
                ))}
              </ReceiptGroup>
            </section>
          ))}
        </div>
      </div>
      <div className={classes.foot}>
        {hint && <p>{hint}</p>}
        <CopyButton text={copyText} size="md" icon={IconCopy} />
        <CopyButton {...copyOther} size="md" icon={IconFiles} />
        {onWhatsApp && (
          <Button
            variant="whatsapp"
            size="md"
            leftSection={<IconBrandWhatsapp size={19} stroke={1.75} aria-hidden />}
            onClick={onWhatsApp}
            data-autofocus
          >
            Enviar no WhatsApp
          </Button>
        )}
      </div>
    </>
  );
}

const Summary = ({ title, subtitle, credentials, facts, qr }: ReceiptContent) => (
  <div className={classes.main}>
    <ReceiptHead title={title} subtitle={subtitle} />
    <ReceiptCredentials credentials={credentials} />
    <dl className={classes.facts}>
      {facts.map((fact) => (
        <div key={fact.label}>
          <Box component="dt" c="dimmed">
            {fact.label}
          </Box>
          <Box component="dd" fw={500} ta="end">
            {fact.value}
          </Box>
        </div>
      ))}
    </dl>
    {qr && (
      <Group gap="2xl" wrap="nowrap" mt="auto" className={classes.qr}>
        <QrCode text={qr.text} />
        <div>
          <h3>{qr.title}</h3>
          <p>{qr.note}</p>
        </div>
      </Group>
    )}
  </div>
);
