/**
 * Field for the name or number of a customer, with the acts of a sale. A test needs one tap on each
 * platform (S-DASH-07, S-DASH-16 to 19), and a sheet sells official lines. The receipt shows the
 * credentials.
 */
import { CloseButton, Button, Group, Skeleton, Text } from '@mantine/core';
import { IconChevronDown, IconClipboard, IconUser } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { copyText } from '../../../../packages/pages/src/clipboard.ts';
import { pluralize } from '../../foundation/numbers.ts';
import { lazyComponent, usePrefetch } from '../../foundation/lazy-component.tsx';
import { useIsPhone } from '../../foundation/viewport.ts';
import type { LinePlatform } from '../../lines/platforms/platform.ts';
import type { Receipt } from '../../lines/receipt/receipt.ts';
import { useSendReceipt } from '../../lines/receipt/use-send-receipt.ts';
import { KnownCustomer } from '../../lines/sell/KnownCustomer.tsx';
import type { Sale, SellSheetProps } from '../../lines/sell/SellSheet.tsx';
import { useProfile } from '../../sessions/profile.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { useToast } from '../../ui/toasts.tsx';
import {
  freshQuickDraft,
  clearSharedText,
  hourOptions,
  inHours,
  sharedText,
} from './quick-test-draft.ts';
import { toLogLink } from '../log-link.ts';
import { NoteLink } from '../NoteLink.tsx';
import { SectionTitle } from '../SectionHead.tsx';
import { QuickTestButton } from './QuickTestButton.tsx';
import { SellButton, SellLine } from './SellButton.tsx';
import { useSellDialog } from './use-sell-dialog.ts';
import classes from './NewCustomer.module.css';

const CreatedReceipt = lazyComponent(
  async () => (await import('../../lines/receipt/CreatedReceipt.tsx')).CreatedReceipt,
);
const SellSheet = lazyComponent<SellSheetProps>(
  async () => (await import('../../lines/sell/SellSheet.tsx')).SellSheet,
);

interface CreatedLine {
  readonly platform: LinePlatform;
  readonly receipt: Receipt;
}

interface NewCustomerProps {
  /** Platforms on which the account sells. */
  platforms: readonly LinePlatform[];
  /** Platforms on which the account may create tests. */
  tested: readonly LinePlatform[];
  /** Number of tests created this month. */
  generated: number | undefined;
}

export function NewCustomer({ platforms, tested, generated }: NewCustomerProps) {
  const [draft, setDraft] = useState(() => ({ ...freshQuickDraft, note: sharedText() ?? '' }));
  const setNote = (note: string) => setDraft((before) => ({ ...before, note }));
  // Runs in an effect and not during rendering, because React may render twice.
  useEffect(clearSharedText, []);
  const [created, setCreated] = useState<CreatedLine>();
  const dialog = useSellDialog();
  const finish = useFinishSale();
  // Receipt and sheet must appear at once after a press, so their code is preloaded.
  usePrefetch(CreatedReceipt);
  usePrefetch(SellSheet);
  // The field is cleared, unless the user has already typed the next customer. The duration stays,
  // because sellers often reuse it.
  const clearNote = (sentNote: string) =>
    setDraft((before) => (before.note === sentNote ? { ...before, note: '' } : before));
  return (
    <Panel className={classes.root}>
      <Head
        hours={draft.hours}
        generated={generated}
        mayTest={tested.length > 0}
        onHours={(hours) => setDraft((before) => ({ ...before, hours }))}
      >
        <CustomerField note={draft.note} onChange={setNote} />
      </Head>
      <KnownCustomer text={draft.note} />
      <div className={classes.buttons} data-count={tested.length + 1}>
        {tested.map((platform) => (
          <QuickTestButton
            key={platform.definition.key}
            platform={platform}
            draft={draft}
            onCreated={(receipt, sentNote) => {
              setCreated({ platform, receipt });
              clearNote(sentNote);
            }}
          />
        ))}
        <SellButton onSell={dialog.open} />
      </div>
      <SellLine platforms={platforms} />
      {dialog.isOpen && (
        <SellSheet
          platforms={platforms}
          customer={draft.note}
          onCustomer={setNote}
          onSold={(sale) => {
            setNote('');
            setCreated(sale);
            dialog.close();
            finish(sale);
          }}
          onClose={dialog.close}
        />
      )}
      {created && <CreatedReceipt {...created} onClose={() => setCreated(undefined)} />}
    </Panel>
  );
}

interface CustomerFieldProps {
  readonly note: string;
  readonly onChange: (note: string) => void;
}

const CustomerField = ({ note, onChange }: CustomerFieldProps) => (
  <TextField
    label="Para quem"
    labelHidden
    placeholder="Número ou nome"
    icon={IconUser}
    maxLength={255}
    value={note}
    rightSection={
      note === '' ? (
        <PasteButton onPaste={onChange} />
      ) : (
        <CloseButton aria-label="Limpar" onClick={() => onChange('')} />
      )
    }
    rightSectionWidth={note === '' ? 96 : undefined}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

/** Sends the access data of a new line, or copies them if the line has no number. */
function useFinishSale() {
  const send = useSendReceipt();
  const toast = useToast();
  const copy = async (text: string) => {
    if (await copyText(text)) toast({ title: 'Copiado' });
  };
  return ({ platform, receipt, after }: Sale): void => {
    if (after === 'send')
      void send({
        platform,
        lineId: receipt.id,
        receipt: Promise.resolve(receipt),
        kind: 'receipt',
        askNumber: () => undefined,
      });
    if (after === 'copy') void copy(platform.texts.copy(receipt));
  };
}

interface HeadProps {
  readonly hours: number;
  readonly generated: number | undefined;
  readonly mayTest: boolean;
  readonly onHours: (hours: number) => void;
  /** Field of the customer. On a desktop the hours are next to it. */
  readonly children: ReactNode;
}

function Head({ hours, generated, mayTest, onHours, children }: HeadProps) {
  const isPhone = useIsPhone();
  const fieldsId = useId();
  const [unfolded, setUnfolded] = useState(false);
  return (
    <>
      <Group gap="var(--space-xs) var(--space-lg)" justify="space-between">
        <SectionTitle>Novo cliente</SectionTitle>
        {mayTest &&
          (isPhone ? (
            <button
              type="button"
              className={classes.fold}
              aria-expanded={unfolded}
              aria-controls={fieldsId}
              onClick={() => setUnfolded(!unfolded)}
            >
              <span>{inHours(hours)} de teste</span>
              <IconChevronDown size={16} stroke={1.75} aria-hidden />
            </button>
          ) : (
            <GeneratedTests count={generated} />
          ))}
      </Group>
      <Group gap="lg" wrap="nowrap" className={classes.fields}>
        {children}
        <div id={fieldsId} hidden={!mayTest || (isPhone && !unfolded)}>
          <Segmented
            label="Duração do teste"
            value={String(hours)}
            options={hourOptions}
            onChange={(chosen) => onHours(Number(chosen))}
          />
        </div>
      </Group>
    </>
  );
}

/** Number of tests of this month, with a link to the log. */
function GeneratedTests({ count }: { count: number | undefined }) {
  const { data: me } = useProfile();
  if (count === undefined) return <Skeleton height={16} width={150} />;
  return (
    <Text span inherit c="dimmed" fz="control">
      <NoteLink to={toLogLink('test', me?.id)}>
        {pluralize(count, 'teste gerado', 'testes gerados')}
      </NoteLink>{' '}
      este mês
    </Text>
  );
}

interface PasteButtonProps {
  readonly onPaste: (text: string) => void;
}

/**
 * Pastes text that was copied in WhatsApp. Hidden if the browser gives no access to the clipboard.
 */
function PasteButton({ onPaste }: PasteButtonProps) {
  // The clipboard API exists only on https pages, and not in every browser.
  if (typeof navigator.clipboard?.readText !== 'function') return null;
  const paste = async () => {
    try {
      onPaste((await navigator.clipboard.readText()).trim());
    } catch {
      // The user denied the access, so the field stays empty for typing.
    }
  };
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      leftSection={<IconClipboard size={16} stroke={1.75} aria-hidden />}
      onClick={() => void paste()}
    >
      Colar
    </Button>
  );
}
