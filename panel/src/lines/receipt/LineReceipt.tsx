/**
 * Dialog with the receipt of a line: after a creation, after a renewal, or opened by «Ações ›
 * Links». The selected link type determines the text of Copiar and Enviar. The selection is reset
 * each time the dialog opens (S-SHARED-18).
 */
import { Button, Skeleton } from '@mantine/core';
import {
  IconApps,
  IconCloud,
  IconCloudOff,
  IconDeviceTvOld,
  IconLink,
  IconWorld,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useIsPhone } from '../../foundation/viewport.ts';
import { Notice } from '../../ui/status/Notice.tsx';
import { Receipt as ReceiptFrame } from '../../ui/receipt/Receipt.tsx';
import type { ReceiptContent } from '../../ui/receipt/receipt-content.ts';
import { NumberPrompt } from '../dialogs/NumberPrompt.tsx';
import { CopiedText, LinkChoice } from '../dialogs/LinkChoice.tsx';
import { hasPassword, passwordShown } from '../line.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import {
  addressIn,
  appRows,
  type LinkType,
  m3u8Rows,
  offeredLinkTypes,
  type Receipt,
} from './receipt.ts';
import { linkText, simpleText } from './receipt-text.ts';
import { openWhatsApp } from '../fields/whatsapp.ts';
import { useSendReceipt } from './use-send-receipt.ts';
import { findTerm } from '@ramal/contract/rules/terms';
import { pluralize, creditsInWords, formatCredits } from '../../foundation/numbers.ts';

interface LineReceiptProps {
  platform: LinePlatform;
  receipt: Receipt;
  title: string;
  phoneTitle?: string;
  phoneSubtitle: string;
  /** Owner of the line, if it is not the acting account. */
  owner?: string | undefined;
  /** Set while the links are loading, and after the loading has failed. */
  awaited?: { failure: string | undefined; retry: () => void } | undefined;
  onClose: () => void;
}

const appIcons = { 'X-CLOUD': IconCloud, STB: IconDeviceTvOld, 'WEB PLAYER': IconWorld } as const;

export function LineReceipt(props: LineReceiptProps) {
  const {
    platform,
    receipt,
    title,
    phoneTitle = title,
    phoneSubtitle,
    owner,
    awaited,
    onClose,
  } = props;
  const isPhone = useIsPhone();
  const [type, setType] = useState<LinkType>();
  /** Text that will be sent after the user enters the customer's missing number. */
  const [unsent, setUnsent] = useState<string>();
  const [savedNumber, setSavedNumber] = useState<string>();
  const number = savedNumber ?? receipt.whatsapp;
  const chosen = type === undefined ? undefined : linkText(receipt, type);
  const { texts } = platform;
  const send = useSendReceipt();
  const types = offeredLinkTypes(receipt);
  const onWhatsApp = () => {
    if (chosen === undefined) {
      // While the links are loading, the access data is incomplete. The complete receipt is then
      // loaded before it is sent.
      const whole = awaited ? {} : { receipt: Promise.resolve({ ...receipt, whatsapp: number }) };
      void send({ platform, lineId: receipt.id, ...whole, askNumber: setUnsent });
    } else if (number) openWhatsApp(number, chosen);
    else setUnsent(chosen);
  };
  if (unsent !== undefined) {
    return (
      <NumberPrompt
        platform={platform}
        lineId={receipt.id}
        text={unsent}
        onClose={() => setUnsent(undefined)}
        onSent={setSavedNumber}
      />
    );
  }
  const choice = awaited ? (
    <AwaitedLinks {...awaited} />
  ) : receipt.links ? (
    <LinkChoice types={types} value={type} onChange={setType} text={chosen} />
  ) : (
    <CopiedText text={texts.copy(receipt)} />
  );
  return (
    <ReceiptFrame
      opened
      onClose={onClose}
      title={title}
      phoneTitle={phoneTitle}
      subtitle={receiptSubtitle(receipt)}
      phoneSubtitle={phoneSubtitle}
      credentials={credentialsOf(receipt, platform.words.name)}
      facts={receiptFacts(receipt, owner)}
      choice={choice}
      {...(receipt.links ? {} : { linksTitle: 'Texto para o cliente' })}
      linkGroups={chosen === undefined ? linkGroups(receipt, isPhone) : []}
      qr={receipt.links && { text: receipt.links.m3u8Short, ...qrWords }}
      onWhatsApp={onWhatsApp}
      copyText={chosen ?? (awaited ? simpleText(receipt) : texts.copy(receipt))}
      copyOther={awaited ? awaitedCopy(receipt) : otherCopy(platform, receipt)}
      hint="Este recibo fica em Ações › Links"
    />
  );
}

const otherCopy = ({ texts: { other } }: LinePlatform, receipt: Receipt) => ({
  label: other.label,
  text: other.text(receipt),
});

/**
 * Button that copies the access data before the links are loaded. It has another label than the
 * button for the complete access data.
 */
const awaitedCopy = (receipt: Receipt) => ({
  label: 'Copiar Simples',
  text: simpleText(receipt),
});

const credentialsOf = (receipt: LineReceiptProps['receipt'], name: string) => [
  { label: name, value: receipt.username },
  ...(hasPassword(receipt) ? [{ label: 'Senha', value: receipt.password }] : []),
  ...(receipt.adultPassword
    ? [{ label: 'Senha do conteúdo adulto', value: receipt.adultPassword }]
    : []),
];

const qrWords = {
  title: 'QR para instalar',
  note: 'O cliente aponta a câmera e a lista abre sozinha.',
};

function AwaitedLinks({ failure, retry }: NonNullable<LineReceiptProps['awaited']>) {
  if (failure === undefined)
    return <Skeleton height={220} radius={12} aria-label="Carregando os links" />;
  return (
    <Notice
      tone="bad"
      icon={IconCloudOff}
      title="Os links não vieram. "
      action={
        <Button size="xs" variant="subtle" onClick={retry}>
          Tentar de novo
        </Button>
      }
    >
      {failure}
    </Notice>
  );
}

/**
 * Returns the links in groups. On a phone each app is a folded group with its icon. On a desktop,
 * all apps are in one group.
 */
function linkGroups({ links }: Receipt, isPhone: boolean): ReceiptContent['linkGroups'] {
  if (!links) return [];
  const m3u8 = { title: 'Links M3U8', icon: IconLink, items: m3u8Rows(links) };
  const apps = appRows(links);
  if (apps.length === 0) return [m3u8];
  if (!isPhone) {
    return [
      m3u8,
      {
        title: 'Aplicativos',
        icon: IconApps,
        items: apps.map((row) => ({ ...row, shown: addressIn(row.value) })),
      },
    ];
  }
  return [
    m3u8,
    ...apps.map((row) => ({
      title: row.label,
      icon: appIcons[row.label as keyof typeof appIcons] ?? IconApps,
      phoneHint: 'mostrar',
      items: [{ ...row, wrap: 'beside' as const }],
    })),
  ];
}

/**
 * Returns «1 crédito debitado · saldo 41,4» for the account that paid, or the duration of a free
 * test. The payer may be another account than the owner of the line (Q-CHARGE).
 */
function receiptSubtitle({ charge, isTrial, testHours }: Receipt): string | undefined {
  if (isTrial)
    return testHours === undefined
      ? 'Teste grátis'
      : `Grátis · válido por ${pluralize(testHours, 'hora', 'horas')}`;
  if (!charge) return undefined;
  const debited =
    charge.charged === 0
      ? 'Nenhum crédito debitado'
      : `${creditsInWords(charge.charged)} ${charge.charged === 1 ? 'debitado' : 'debitados'}`;
  return charge.balance === null ? debited : `${debited} · saldo ${formatCredits(charge.balance)}`;
}

/**
 * Returns the labelled values of a receipt. On a phone only the values with `phone` are shown under
 * the credentials.
 */
function receiptFacts(receipt: Receipt, owner: string | undefined): ReceiptContent['facts'] {
  const { charge, isTrial, testHours, time: renewedTime } = receipt;
  const facts: { label: string; value: string; phone?: boolean }[] = [
    { label: 'Vence em', value: receipt.expiresText, phone: true },
  ];
  const time = renewedTime ?? (isTrial ? hoursOf(testHours) : daysOf(charge?.charged));
  if (time) facts.push({ label: 'Tempo', value: time, phone: isTrial });
  if (receipt.packageName)
    facts.push({ label: 'Pacote', value: receipt.packageName, phone: !charge && !time });
  // Adds the reason why the line has no password.
  if (!hasPassword(receipt))
    facts.push({ label: 'Senha', value: passwordShown(receipt), phone: true });
  const paidHere = charge && charge.charged > 0 && charge.balance !== null;
  if (owner)
    facts.push({ label: 'Revenda', value: paidHere ? `${owner} (quem pagou foi você)` : owner });
  if (typeof charge?.balance === 'number' && !isTrial) {
    facts.push({ label: 'Saldo depois', value: creditsInWords(charge.balance), phone: true });
  }
  return facts;
}

const hoursOf = (hours: number | undefined): string | undefined =>
  hours === undefined ? undefined : pluralize(hours, 'hora', 'horas');

const daysOf = (credits: number | undefined): string | undefined => {
  const term = credits === undefined ? undefined : findTerm(Math.round(credits * 100));
  return term && pluralize(term.days, 'dia', 'dias');
};
