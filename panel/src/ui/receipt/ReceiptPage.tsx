import { Button, CloseButton } from '@mantine/core';
import {
  IconBrandWhatsapp,
  IconCheck,
  IconChevronRight,
  IconCopy,
  IconFiles,
  IconQrcode,
} from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { CopyButton, CopyRow, CredentialRow } from '../copy.tsx';
import { QrCode } from './QrCode.tsx';
import type { ReceiptContent } from './Receipt.tsx';

/** The receipt on the phone: a full page, groups folded, three acts at the thumb. */
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
  } = props;
  const { onWhatsApp, copyText, copyOther, onClose } = props;
  return (
    <div className="receipt-page">
      <div className="receipt-page-body">
        <div className="receipt-page-top">
          <CloseButton
            className="receipt-page-close"
            aria-label="Fechar"
            size={40}
            iconSize={20}
            onClick={onClose}
          />
        </div>
        <div className="receipt-head">
          <span className="dialog-icon" data-tone="ok">
            <IconCheck size={24} stroke={2} aria-hidden />
          </span>
          <div>
            <h2>{phoneTitle}</h2>
            {phoneSubtitle && <p>{phoneSubtitle}</p>}
          </div>
        </div>
        <div className="receipt-credentials">
          {credentials.map((credential) => (
            <CredentialRow key={credential.label} {...credential} />
          ))}
        </div>
        <dl className="receipt-page-facts">
          {facts
            .filter((fact) => fact.phone)
            .map((fact) => (
              <div key={fact.label}>
                <dt>{fact.label}</dt>
                <dd>{fact.value}</dd>
              </div>
            ))}
        </dl>
        {choice}
        <div className="receipt-group">
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
              <div className="receipt-page-qr">
                <QrCode text={qr.text} size={180} />
                <p>{qr.note}</p>
              </div>
            </Fold>
          )}
        </div>
      </div>
      <div className="receipt-page-acts">
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
    <div className="receipt-fold">
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        <FoldIcon size={20} stroke={1.75} aria-hidden />
        <span>{title}</span>
        <small>{hint}</small>
        <IconChevronRight size={18} stroke={1.75} aria-hidden data-open={open || undefined} />
      </button>
      {open && <div className="receipt-fold-inside">{children}</div>}
    </div>
  );
}
