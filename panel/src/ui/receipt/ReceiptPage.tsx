import { Box, Button, CloseButton, Group } from '@mantine/core';
import {
  IconBrandWhatsapp,
  IconChevronRight,
  IconCopy,
  IconFiles,
  IconQrcode,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { CopyButton } from '../copy/CopyButton.tsx';
import { CopyRow } from '../copy/CopyRow.tsx';
import { QrCode } from './QrCode.tsx';
import type { ReceiptContent } from './receipt-content.ts';
import { ReceiptCredentials, ReceiptGroup, ReceiptHead } from './ReceiptParts.tsx';
import classes from './ReceiptPage.module.css';

/**
 * Receipt on the phone. It fills the page, with collapsed groups and three buttons near the thumb.
 */
export function ReceiptPage(props: ReceiptContent & { onClose: () => void }) {
  const {
    title,
    phoneTitle = title,
    subtitle,
    phoneSubtitle = subtitle,
    credentials,
    facts,
    choice,
    linkGroups,
    qr,
    onClose,
  } = props;
  return (
    <div className={classes.root}>
      <div className={classes.body}>
        <Group justify="flex-end">
          <CloseButton
            className={classes.close}
            aria-label="Fechar"
            size={40}
            iconSize={20}
            onClick={onClose}
          />
        </Group>
        <ReceiptHead title={phoneTitle} subtitle={phoneSubtitle} large />
        <ReceiptCredentials credentials={credentials} large />
        <dl className={classes.facts}>
          {facts
            .filter((fact) => fact.phone)
            .map((fact) => (
              <div key={fact.label}>
                <Box component="dt" c="dimmed" fz="control">
                  {fact.label}
                </Box>
                <dd>{fact.value}</dd>
              </div>
            ))}
        </dl>
        {choice}
        <ReceiptGroup>
          {linkGroups.map((group) => (
            <Fold
              key={group.title}
              icon={group.icon}
              title={group.title}
              hint={
                group.phoneHint ??
                `${group.items.length} ${group.items.length === 1 ? 'link' : 'links'}`
              }
            >
              {group.items.map((item) => (
                <CopyRow key={item.label} {...item} />
              ))}
            </Fold>
          ))}
          {qr && (
            <Fold icon={IconQrcode} title="QR para a TV" hint="mostrar">
              <div className={classes.qr}>
                <QrCode text={qr.text} size={180} />
                <p>{qr.note}</p>
              </div>
            </Fold>
          )}
        </ReceiptGroup>
      </div>
      <SendActions {...props} />
    </div>
  );
}

function Fold({
  icon: FoldIcon,
  title,
  hint,
  children,
}: {
  icon: Icon;
  title: string;
  hint: string;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <div className={classes.fold}>
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <FoldIcon size={20} stroke={1.75} aria-hidden />
        <span>{title}</span>
        <small>{hint}</small>
        <IconChevronRight size={18} stroke={1.75} aria-hidden data-open={open || undefined} />
      </button>
      {open && <div className={classes.foldInside}>{children}</div>}
    </div>
  );
}

const SendActions = ({ onWhatsApp, copyText, copyOther }: ReceiptContent) => (
  <div className={classes.acts}>
    {onWhatsApp && (
      <Button
        variant="whatsapp"
        size="lg"
        fullWidth
        leftSection={<IconBrandWhatsapp size={22} stroke={1.75} aria-hidden />}
        onClick={onWhatsApp}
        data-autofocus
      >
        Enviar no WhatsApp
      </Button>
    )}
    <div>
      <CopyButton text={copyText} size="md" icon={IconCopy} fullWidth />
      <CopyButton {...copyOther} size="md" icon={IconFiles} fullWidth />
    </div>
  </div>
);
