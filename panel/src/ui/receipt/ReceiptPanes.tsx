import { Button, CloseButton } from '@mantine/core';
import { IconBrandWhatsapp, IconCheck, IconCopy, IconFiles } from '@tabler/icons-react';
import { CopyButton, CopyRow, CredentialRow } from '../copy.tsx';
import { QrCode } from './QrCode.tsx';
import type { ReceiptContent } from './Receipt.tsx';

/** The receipt on the desktop: what to say at the left, what to send at the right. */
export function ReceiptPanes(props: ReceiptContent & { onClose: () => void }) {
  const {
    title,
    subtitle,
    credentials,
    facts,
    choice,
    linksTitle = 'Links',
    linkGroups,
    qr,
    onWhatsApp,
    copyText,
    copyOther,
    hint,
    onClose,
  } = props;
  return (
    <>
      <div className="receipt-panes">
        <div className="receipt-main">
          <div className="receipt-head">
            <span className="dialog-icon" data-tone="ok">
              <IconCheck size={20} stroke={2} aria-hidden />
            </span>
            <div>
              <h2>{title}</h2>
              {subtitle && <p>{subtitle}</p>}
            </div>
          </div>
          <div className="receipt-credentials">
            {credentials.map((credential) => (
              <CredentialRow key={credential.label} {...credential} />
            ))}
          </div>
          <dl className="receipt-facts">
            {facts.map((fact) => (
              <div key={fact.label}>
                <dt>{fact.label}</dt>
                <dd>{fact.value}</dd>
              </div>
            ))}
          </dl>
          {qr && (
            <div className="receipt-qr">
              <QrCode text={qr.text} />
              <div>
                <h3>{qr.title}</h3>
                <p>{qr.note}</p>
              </div>
            </div>
          )}
        </div>
        <div className="receipt-links">
          <div className="receipt-links-head">
            <h2>{linksTitle}</h2>
            <CloseButton aria-label="Fechar" size={34} onClick={onClose} />
          </div>
          {choice}
          {linkGroups.map((group) => (
            <section key={group.title}>
              <h3>{group.title}</h3>
              <div className="receipt-group">
                {group.items.map((item) => (
                  <CopyRow key={item.label} {...item} />
                ))}
              </div>
            </section>
          ))}
        </div>
      </div>
      <div className="receipt-foot">
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
