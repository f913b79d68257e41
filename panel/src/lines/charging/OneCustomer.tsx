/** Shows one customer with three buttons in fixed positions: Enviar, Pular, «Já pagou: +30». */
import { Box, Button, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { chargeLine, listLinesToCharge, readLineMessage } from '@ramal/contract/lines/charging';
import {
  getReminderText,
  listReminders,
  sendReminderByHand,
} from '@ramal/contract/reminders/reminder-list';
import { getReminders } from '@ramal/contract/reminders/reminders';
import { customerName } from '@ramal/contract/rules/customer-name';
import { formatExpiry } from '@ramal/contract/rules/message';
import { containsPix, insertPix } from '@ramal/contract/rules/reminders';
import { IconArrowBackUp, IconBrandWhatsapp, IconPlayerSkipForward } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { queryKey, useAction, useCall } from '../../foundation/api/query.ts';
import { formatDate, panelTimeZone, relativeWord } from '../../foundation/dates.ts';
import { useNow } from '../../foundation/use-now.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { useFailureAlert } from '../../ui/dialogs/use-failure-alert.ts';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import { FootBar } from '../../ui/layout/FootBar.tsx';
import { useAccount } from '../account.ts';
import { NumberPrompt } from '../dialogs/NumberPrompt.tsx';
import { renewConfirmation } from '../dialogs/line-confirmations.tsx';
import { quoteRenewal } from '../fields/quote.ts';
import { formatNumber, openWhatsApp } from '../fields/whatsapp.ts';
import { lineInBrief } from '../line.ts';
import { usePlatformAct, usePlatformRead } from '../platforms/calls.ts';
import { offerLineUndo } from '../undo/line-undo.ts';
import { useUndoChoice } from '../undo/use-undo-choice.ts';
import { ErrorState } from '../../ui/states/ErrorState.tsx';
import { linePlatforms } from '../platforms/platforms.ts';
import { chargeMessage, useMessageTexts } from '../receipt/customer-message.ts';
import type { LineToCharge, Run, RunOccasion } from './run.ts';
import classes from './ChargeRun.module.css';

interface OneCustomerProps {
  readonly run: Run;
  readonly line: LineToCharge;
}

export function OneCustomer({ run, line }: OneCustomerProps) {
  const { next } = run;
  const now = useNow();
  const { name } = customerName(line);
  const message = useMessage(line, run.occasion);
  const { text, failed } = message;
  const sendButton = useFocusOnce(text !== undefined);
  const [asksNumber, setAsksNumber] = useState(false);
  const note = useNote(run, line);
  const renew = useRenew(run, line);
  const skip = () => run.settle(line, { what: 'skipped' });
  useArrows(skip, run.back);
  const send = () => {
    if (text === undefined) return;
    if (!line.whatsapp) return setAsksNumber(true);
    openWhatsApp(line.whatsapp, text);
    note();
  };
  return (
    <>
      <Text component="h2" inherit mt="sm" fz="var(--text-title)" fw={600}>
        {name}
      </Text>
      <Text inherit c="dimmed">
        {formatExpiry(line.expiresAt, { now, timeZone: panelTimeZone })} ·{' '}
        <span className="mono">{line.username}</span>
      </Text>
      <NumberCard line={line} now={now} onChange={() => setAsksNumber(true)} />
      <Message line={line} occasion={run.occasion} message={message} />
      <Acts>
        {next && (
          <p>
            Depois: <b>{customerName(next).name}</b>
          </p>
        )}
        <Button
          size="lg"
          variant="whatsapp"
          className={classes.send}
          ref={sendButton}
          data-autofocus
          autoFocus
          loading={text === undefined && !failed}
          disabled={failed !== undefined}
          leftSection={<IconBrandWhatsapp size={20} stroke={1.75} aria-hidden />}
          onClick={send}
        >
          {line.whatsapp ? `Enviar para ${formatNumber(line.whatsapp)}` : 'Pôr número e enviar'}
        </Button>
        <OtherActs run={run} skip={skip} renew={renew} />
      </Acts>
      {asksNumber && (
        <NumberPrompt
          platform={platformOf(line)}
          lineId={line.id}
          currentNumber={line.whatsapp}
          text={text ?? ''}
          onClose={() => setAsksNumber(false)}
          onSent={(number) => {
            run.renumber(line, number);
            note();
          }}
        />
      )}
    </>
  );
}

function Acts({ children }: { children: ReactNode }) {
  const isPhone = useIsPhone();
  const acts = <div className={classes.acts}>{children}</div>;
  return isPhone ? <FootBar>{acts}</FootBar> : acts;
}

interface NumberCardProps {
  readonly line: LineToCharge;
  readonly now: Date;
  readonly onChange: () => void;
}

/** Shows the number of the customer and the time of the last charge. */
const NumberCard = ({ line, now, onChange }: NumberCardProps) => (
  <div className={classes.number}>
    <IconBrandWhatsapp size={20} stroke={1.75} aria-hidden />
    <Box component="p" flex={1}>
      <Text component="b" inherit fw={500}>
        {line.whatsapp ? formatNumber(line.whatsapp) : 'Sem número de WhatsApp'}
      </Text>
      {line.chargedAt && <small>Cobrado {relativeWord(line.chargedAt, now)}</small>}
    </Box>
    {line.whatsapp && (
      <Button variant="link" aria-label="Trocar o número" onClick={onChange}>
        Trocar
      </Button>
    )}
  </div>
);

interface OtherActsProps {
  readonly run: Run;
  readonly skip: () => void;
  readonly renew: () => void;
}

function OtherActs({ run, skip, renew }: OtherActsProps) {
  return (
    <div className={classes.others}>
      <Button
        size="md"
        variant="default"
        aria-label="Voltar ao anterior"
        disabled={run.index === 0}
        onClick={run.back}
      >
        <IconArrowBackUp size={18} stroke={1.75} aria-hidden />
      </Button>
      <Button
        size="md"
        variant="default"
        leftSection={<IconPlayerSkipForward size={18} stroke={1.75} aria-hidden />}
        onClick={skip}
      >
        Pular
      </Button>
      {run.occasion === 'charge' && (
        <Button size="md" variant="soft" onClick={renew}>
          Já pagou: +30
        </Button>
      )}
    </div>
  );
}

const platformOf = (line: LineToCharge) =>
  linePlatforms.find(({ definition }) => definition.key === line.platform)!;

interface MessageProps {
  readonly line: LineToCharge;
  readonly occasion: RunOccasion;
  readonly message: ReturnType<typeof useMessage>;
}

const sources = { charge: 'da sua conta', renewed: '«Ao renovar» dos lembretes' } as const;

const Message = ({ line, occasion, message: { text, write, failed } }: MessageProps) => (
  <>
    <TextAreaField
      label="Mensagem"
      hint={`O texto é o ${line.reminder ? 'deste aviso' : sources[occasion]}. Editar aqui vale só desta vez.`}
      rows={8}
      value={text ?? ''}
      disabled={text === undefined}
      onChange={(event) => write(event.currentTarget.value)}
    />
    {failed?.error && (
      <ErrorState
        compact
        title="Não deu para carregar a mensagem"
        error={failed.error}
        busy={failed.isFetching}
        onRetry={() => void failed.refetch()}
      />
    )}
  </>
);

/**
 * Returns the text of the message: the typed text, otherwise today's reminder. Without a reminder,
 * returns the server's text for a renewal, or the account's text for charges.
 */
function useMessage(line: LineToCharge, occasion: RunOccasion) {
  const [typed, setTyped] = useState<string>();
  const { reminder } = line;
  const access = usePlatformRead(platformOf(line).receipt, line.id, {
    enabled: !reminder && occasion === 'charge',
  });
  const words = useMessageTexts();
  const message = useCall(
    readLineMessage,
    { params: { id: line.id }, body: { occasion } },
    { enabled: !reminder, staleMs: MESSAGE_MS },
  );
  const today = reminder ?? todaysReminder(message.data);
  const pix = useTextWithPix(today);
  const ownText =
    message.data &&
    (message.data.text ??
      (access.data && words.data && chargeMessage(words.data, access.data, message.data)));
  const text = typed ?? (today ? pix : ownText);
  const failed = reminder ? undefined : [message, access.query, words].find(({ error }) => error);
  return { text, write: setTyped, failed: text === undefined ? failed : undefined };
}

const MESSAGE_MS = 60_000;

const todaysReminder = (
  message: ResponseOf<typeof readLineMessage> | undefined,
): LineToCharge['reminder'] =>
  message?.text && message.reminderId !== null
    ? { id: message.reminderId, text: message.text }
    : undefined;

/**
 * Returns the text of a reminder with a Pix code. The code is requested when the customer is shown.
 * A text without a Pix code is returned unchanged.
 */
function useTextWithPix(reminder: LineToCharge['reminder']): string | undefined {
  const waits = reminder !== undefined && containsPix(reminder.text);
  const { data, error } = useCall(
    getReminderText,
    { params: { id: reminder?.id ?? 0 }, body: {} },
    { enabled: waits, staleMs: Number.POSITIVE_INFINITY },
  );
  if (!reminder || !waits) return reminder?.text;
  return error ? insertPix(reminder.text, '') : data?.text;
}

/**
 * Returns the function to call after WhatsApp was opened. It shows the next customer at once, and
 * records a charge or reminder on the server. If that fails, the customer is shown again later.
 */
function useNote(run: Run, line: LineToCharge): () => void {
  const showFailure = useFailureAlert();
  const charge = useAction(chargeLine, { refresh: [listLinesToCharge] });
  const send = useAction(sendReminderByHand, {
    refresh: [getReminders, listReminders, listLinesToCharge],
  });
  const { reminder } = line;
  const note = () =>
    reminder
      ? send.mutateAsync({ params: { id: reminder.id }, body: {} })
      : charge.mutateAsync({ params: { id: line.id }, body: {} });
  return () => {
    run.settle(line, { what: 'charged', at: new Date() });
    if (run.occasion === 'renewed') return;
    note().catch((failure: unknown) => {
      run.reopen(line);
      void showFailure(failure);
    });
  };
}

function useRenew(run: Run, due: LineToCharge): () => void {
  const account = useAccount();
  const confirm = useConfirm();
  const decide = useUndoChoice();
  const platform = platformOf(due);
  const extend = usePlatformAct(platform, platform.actions.extend);
  const client = useQueryClient();
  return () => {
    const now = new Date();
    const line = lineInBrief(due, now);
    const context = { line, now, plays: platform.definition.plays, owner: undefined };
    const quote = quoteRenewal(line.expiresAt, 1, account.balance, now);
    const renew = async () => {
      const change = await extend.run({ line, credits: 1 });
      void client.invalidateQueries({ queryKey: queryKey(listLinesToCharge) });
      run.settle(due, { what: 'renewed', until: change.line.expiresAt });
      const { undoId, charge } = change;
      if (!undoId) return;
      const effect = `Renovado até ${formatDate(change.line.expiresAt)}`;
      offerLineUndo(platform, { line, charge, undoId, effect, onUndone: () => run.reopen(due) });
    };
    void decide({
      act: quote.missing > 0 ? undefined : 'renew',
      lineId: line.id,
      run: renew,
      ask: () => confirm({ ...renewConfirmation(context, 1, quote), onConfirm: renew }),
    });
  };
}

/**
 * Moves the focus to the button as soon as its text is ready, because a disabled button cannot have
 * the focus. Enter then sends.
 */
function useFocusOnce(isReady: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const isTaken = document.activeElement?.matches('input, textarea, select, dialog *') ?? false;
    if (isReady && !isTaken) button.current?.focus();
  }, [isReady]);
  return button;
}

/**
 * Keyboard control: → skips the customer, ← returns to the previous one. Enter needs no code here,
 * because the send button has the focus.
 */
function useArrows(skip: () => void, back: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const inField =
        event.target instanceof HTMLElement &&
        event.target.closest('textarea, input, dialog, [role="dialog"]');
      if (inField || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'ArrowRight') skip();
      if (event.key === 'ArrowLeft') back();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
