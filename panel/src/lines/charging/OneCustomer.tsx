/** Shows one customer with three buttons in fixed positions: Enviar, Pular, «Já pagou: +30». */
import { Box, Button, Text } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { readLineMessage } from '@ramal/contract/lines/charging';
import { getReminderText } from '@ramal/contract/reminders/reminder-list';
import { customerName } from '@ramal/contract/rules/customer-name';
import { containsPix, insertPix } from '@ramal/contract/rules/reminders';
import { IconArrowBackUp, IconBrandWhatsapp, IconPlayerSkipForward } from '@tabler/icons-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { relativeWord } from '../../foundation/dates.ts';
import { useNow } from '../../foundation/use-now.ts';
import { useIsPhone } from '../../foundation/viewport.ts';
import { TextAreaField } from '../../ui/form/fields/TextAreaField.tsx';
import { FootBar } from '../../ui/layout/FootBar.tsx';
import { NumberPrompt } from '../dialogs/NumberPrompt.tsx';
import { formatNumber, openWhatsApp } from '../fields/whatsapp.ts';
import { usePlatformRead } from '../platforms/calls.ts';
import { ErrorState } from '../../ui/states/ErrorState.tsx';
import { chargeMessage, useMessageTexts } from '../receipt/customer-message.ts';
import { messageReason } from './reason-words.ts';
import { type Run, type RunLine, type RunOccasion, runOccasion } from './run.ts';
import { getRunPlatform, useRecordSent, useRenew, useSkip } from './use-run-acts.ts';
import classes from './ChargeRun.module.css';

interface OneCustomerProps {
  readonly run: Run;
  readonly line: RunLine;
}

export function OneCustomer({ run, line }: OneCustomerProps) {
  const { next } = run;
  const now = useNow();
  const { name } = customerName(line);
  const occasion = runOccasion(line);
  const message = useMessage(line, occasion);
  const { text, failed } = message;
  const sendButton = useFocusOnce(text !== undefined);
  const [asksNumber, setAsksNumber] = useState(false);
  const recordSent = useRecordSent(run, line);
  const renew = useRenew(run, line);
  const skip = useSkip(run, line);
  useArrows(skip, run.back);
  useKnownMessage(run, line, message.alreadySent);
  const send = () => {
    if (text === undefined) return;
    if (!line.whatsapp) return setAsksNumber(true);
    openWhatsApp(line.whatsapp, text);
    recordSent();
  };
  return (
    <>
      <Text component="h2" inherit mt="sm" fz="var(--text-title)" fw={600}>
        {name}
      </Text>
      <Text inherit c="dimmed">
        {messageReason(line, now)} · <span className="mono">{line.username}</span>
      </Text>
      <NumberCard line={line} now={now} onChange={() => setAsksNumber(true)} />
      <Message line={line} occasion={occasion} message={message} />
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
        <OtherActs run={run} skip={skip} renew={occasion === 'charge' ? renew : undefined} />
      </Acts>
      {asksNumber && (
        <NumberPrompt
          platform={getRunPlatform(line)}
          lineId={line.id}
          currentNumber={line.whatsapp}
          text={text ?? ''}
          onClose={() => setAsksNumber(false)}
          onSent={(number) => {
            run.renumber(line, number);
            recordSent();
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
  readonly line: RunLine;
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
  /** Undefined if the line has just been renewed. */
  readonly renew: (() => void) | undefined;
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
      {renew && (
        <Button size="md" variant="soft" onClick={renew}>
          Já pagou: +30
        </Button>
      )}
    </div>
  );
}

interface MessageProps {
  readonly line: RunLine;
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
function useMessage(line: RunLine, occasion: RunOccasion) {
  const [typed, setTyped] = useState<string>();
  const { reminder } = line;
  const access = usePlatformRead(getRunPlatform(line).receipt, line.id, {
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
  return {
    text,
    write: setTyped,
    failed: text === undefined ? failed : undefined,
    alreadySent: message.data?.alreadySent === true,
  };
}

const MESSAGE_MS = 60_000;

const todaysReminder = (
  message: ResponseOf<typeof readLineMessage> | undefined,
): RunLine['reminder'] =>
  message?.text && message.reminderId !== null
    ? { id: message.reminderId, text: message.text }
    : undefined;

/**
 * Returns the text of a reminder with a Pix code. The code is requested when the customer is shown.
 * A text without a Pix code is returned unchanged.
 */
function useTextWithPix(reminder: RunLine['reminder']): string | undefined {
  const waits = reminder !== undefined && containsPix(reminder.text);
  const { data, error } = useCall(
    getReminderText,
    { params: { id: reminder?.id ?? 0 }, body: {} },
    { enabled: waits, staleMs: Number.POSITIVE_INFINITY },
  );
  if (!reminder || !waits) return reminder?.text;
  return error ? insertPix(reminder.text, '') : data?.text;
}

/** Moves on from a customer who received the message after the run was opened. */
function useKnownMessage(run: Run, line: RunLine, alreadySent: boolean): void {
  const isOpen = run.outcomeOf(line) === undefined;
  useEffect(() => {
    if (alreadySent && isOpen) run.settle(line, { what: 'informed' });
  });
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
      if (inField || event.repeat || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'ArrowRight') skip();
      if (event.key === 'ArrowLeft') back();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  });
}
