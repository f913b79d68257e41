/**
 * Actions on the rows of a list. Each action opens a confirmation, runs, reloads the list,
 * highlights the row and shows the result. Actions with more options have their own dialogs
 * (LineDialogs.tsx).
 */
import { restoreLine } from '@ramal/contract/lines/lines';
import type { ChosenUndoAct } from '@ramal/contract/undo';
import { useState } from 'react';
import { formatDate, formatDateTime } from '../../foundation/dates.ts';
import { copyText } from '../../../../packages/pages/src/clipboard.ts';
import { usePrefetch } from '../../foundation/lazy-component.tsx';
import { useAction } from '../../foundation/api/query.ts';
import { useAlertDialog, useConfirm } from '../../ui/dialogs/dialogs.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { useAccount } from '../account.ts';
import { callsChangedByActions, usePlatformAct } from '../platforms/calls.ts';
import { customerName } from '@ramal/contract/rules/customer-name';
import type { Line } from '../line.ts';
import { type LineMigration, migrationsFrom } from '../platforms/migrations.ts';
import type { LineChange, LinePlatform } from '../platforms/platform.ts';
import type { LineContext, LineConfirmation } from './line-confirmations.tsx';
import { quoteRenewal } from '../fields/quote.ts';
import { toAccess, shortText } from '../receipt/receipt-text.ts';
import { useMarkPaid } from '../payments/use-mark-paid.ts';
import { useRenewalEnding } from '../receipt/use-renewal-ending.ts';
import type { Occasion } from '../receipt/customer-message.ts';
import { useSendReceipt } from '../receipt/use-send-receipt.ts';
import { balanceNote, offerLineUndo } from '../undo/line-undo.ts';
import { useUndoChoice } from '../undo/use-undo-choice.ts';
import type { NewAccess, LineDialogsState } from './line-dialogs-state.ts';

/**
 * Loads the texts of the confirmations after the first paint, because most visits of a list change
 * nothing.
 */
const fetchWords = async () => ({
  ...(await import('./line-confirmations.tsx')),
  ...(await import('./restore-confirmation.ts')),
});
type Words = Awaited<ReturnType<typeof fetchWords>>;
type InWords = (words: Words) => LineConfirmation;
const afterwards = { fetch: fetchWords };
const wordsMissing = {
  title: 'Ocorreu um erro',
  text: 'Não deu para falar com o servidor. Confira sua conexão e tente de novo.',
};

export interface LineActions {
  readonly dialogs: LineDialogsState;
  readonly flash: { key: number } | undefined;
  /** True if this account creates official lines on this platform. */
  readonly sells: boolean;
  readonly renew: (line: Line) => void;
  readonly toggle: (line: Line) => void;
  readonly endOfDay: (line: Line) => void;
  readonly trust: (line: Line) => void;
  readonly newPassword: (line: Line) => void;
  /**
   * Shows the result of a new password: highlights the row, and offers to copy the password in a
   * toast.
   */
  readonly passwordRenewed: (line: Line, password: string) => void;
  readonly remove: (line: Line) => void;
  readonly restore: (line: Line) => void;
  readonly recreate: (line: Line) => void;
  readonly sync: (line: Line) => void;
  /** Migrations from this platform that the account has permission for. */
  readonly migrations: readonly LineMigration[];
  readonly showAccess: (line: Line, handed: NewAccess) => void;
  /** «Enviar»: sends the text of the receipt to the number of the line, or prompts for a number. */
  readonly send: (line: Line) => void;
  /** Sends the access data, even if the line has expired. */
  readonly sendAccess: (line: Line) => void;
  /**
   * Shows the result of a renewal: highlights the row, and shows a toast that stays until it is
   * closed.
   */
  readonly renewed: (change: LineChange) => void;
  /**
   * Shows the result of a change that was made in a dialog: highlights the row, and offers the
   * receipt in a toast.
   */
  readonly done: (change: LineChange, title: string) => void;
  /** Marks whether the customer paid the current period. Only for the account's own customers. */
  readonly markPaid: (line: Line, paid: boolean) => void;
  readonly isOwn: (line: Line) => boolean;
  readonly contextOf: (line: Line) => LineContext;
}

export function useLineActions(
  platform: LinePlatform,
  now: Date,
  dialogs: LineDialogsState,
): LineActions {
  const account = useAccount();
  const endings = useEndings(platform, dialogs);
  const contextOf = (line: Line): LineContext => ({
    line,
    now,
    plays: platform.definition.plays,
    owner: account.id !== undefined && line.ownerId !== account.id ? line.ownerName : undefined,
  });
  const input: ActionsInput = { platform, contextOf, ask: useAsk(), endings };
  const markPaid = useMarkPaid();
  const send = useSendReceipt();
  const isOwn = ({ ownerId }: Line) => ownerId === account.id;
  const sendText = (line: Line, kind?: Occasion) =>
    void send({
      platform,
      lineId: line.id,
      ...(kind ? { kind } : {}),
      isOwn: isOwn(line),
      askNumber: (text, onSent) => endings.askNumber(line, text, onSent),
    });
  return {
    dialogs,
    flash: endings.flash,
    sells: account.sells(platform),
    done: endings.done,
    renewed: endings.renewed,
    showAccess: endings.showAccess,
    migrations: migrationsFrom(platform).filter(({ to }) => account.migratesTo(to)),
    isOwn,
    contextOf,
    markPaid: (line, paid) => void markPaid(line, paid),
    send: (line) => sendText(line),
    sendAccess: (line) => sendText(line, line.isTrial ? 'test' : 'receipt'),
    ...useTimeActions(input, now),
    ...useAccessActions(input),
    ...useRemovalActions(input),
  };
}

type Ask = <Out>(
  line: Pick<Line, 'id'>,
  question: InWords,
  run: (also: boolean) => Promise<Out>,
  /** Set if the account may choose to run the action without the question. */
  act?: ChosenUndoAct,
) => Promise<Out | undefined>;

interface ActionsInput {
  platform: LinePlatform;
  contextOf: (line: Line) => LineContext;
  ask: Ask;
  endings: ReturnType<typeof useEndings>;
}

/**
 * Returns a function that opens a confirmation, runs the action, and returns the answer of the
 * call.
 */
function useAsk(): Ask {
  const confirm = useConfirm();
  const alert = useAlertDialog();
  const decide = useUndoChoice();
  usePrefetch(afterwards);
  return async <Out,>(
    { id: lineId }: Pick<Line, 'id'>,
    question: InWords,
    run: (also: boolean) => Promise<Out>,
    act?: ChosenUndoAct,
  ) => {
    let answer: Out | undefined;
    const onConfirm = async (also: boolean) => {
      answer = await run(also);
    };
    const ask = async () => {
      const words = await fetchWords().catch(() => undefined);
      if (words) return confirm({ ...question(words), onConfirm });
      void alert(wordsMissing);
      return false;
    };
    await decide({ act, lineId, run: () => onConfirm(false), ask });
    return answer;
  };
}

/**
 * Returns functions that show the result of a change. They highlight the row and show a toast, a
 * receipt or the new access data.
 */
function useEndings(platform: LinePlatform, dialogs: LineDialogsState) {
  const toast = useToast();
  const [flash, setFlash] = useState<{ key: number }>();
  const flashLine = ({ id }: Line) => setFlash({ key: id });
  const askNumber = (line: Line, text: string, onSent?: () => void) =>
    dialogs.open({ kind: 'number', line, text, onSent });
  const endRenewal = useRenewalEnding({
    openReceipt: (_platform, { line, charge }) => dialogs.open({ kind: 'receipt', line, charge }),
    askNumber: (_platform, { line }, { text, onSent }) => askNumber(line, text, onSent),
  });
  return {
    flash,
    flashLine,
    askNumber,
    askPassword: (line: Line) => dialogs.open({ kind: 'password', line }),
    done: ({ line, charge, undoId }: LineChange, title: string) => {
      flashLine(line);
      const expiry = `vence em ${formatDate(line.expiresAt)}`;
      if (undoId) {
        offerLineUndo(platform, { line, undoId, effect: title, note: expiry });
        return;
      }
      const text = [customerName(line).name, expiry, balanceNote(charge?.balance) ?? []].flat();
      toast({
        title,
        text: text.join(' · '),
        action: { label: 'Recibo', run: () => dialogs.open({ kind: 'receipt', line, charge }) },
      });
    },
    renewed: (change: LineChange, sendsAtOnce = false) => {
      flashLine(change.line);
      endRenewal(platform, change, sendsAtOnce);
    },
    showAccess: (line: Line, newAccess: NewAccess) => {
      flashLine(line);
      dialogs.open({ kind: 'new-access', line, newAccess });
    },
  };
}

interface TimeAct {
  readonly run: () => Promise<LineChange>;
  readonly title: (line: Line) => string;
  readonly act: ChosenUndoAct;
}

/** Actions that change the expiry of a line or switch it on and off. */
function useTimeActions({ platform, contextOf, ask, endings }: ActionsInput, now: Date) {
  const account = useAccount();
  const extend = usePlatformAct(platform, platform.actions.extend);
  const toggle = usePlatformAct(platform, platform.actions.toggle);
  const endOfDay = usePlatformAct(platform, platform.actions.endOfDay);
  const trust = usePlatformAct(platform, platform.actions.trust);
  const renew = async (line: Line) => {
    const quote = quoteRenewal(line.expiresAt, 1, account.balance, now);
    const renewed = await ask(
      line,
      (words) => ({
        ...words.renewConfirmation(contextOf(line), 1, quote),
        ...words.andSend,
      }),
      async (also) => ({ change: await extend.run({ line, credits: 1 }), also }),
      // Without enough credits the question offers to buy some.
      quote.missing > 0 ? undefined : 'renew',
    );
    if (renewed) endings.renewed(renewed.change, renewed.also);
  };
  const askAndTell = async (line: Line, question: InWords, { run, title, act }: TimeAct) => {
    const change = await ask(line, question, run, act);
    if (change) endings.done(change, title(change.line));
  };
  return {
    renew: (line: Line) => void renew(line),
    toggle: (line: Line) =>
      void askAndTell(line, (words) => words.toggleConfirmation(contextOf(line)), {
        run: () => toggle.run({ line, on: line.status === 'Desativado' }),
        title: ({ status }) => (status === 'Desativado' ? 'Usuário desligado' : 'Usuário ligado'),
        act: 'toggle',
      }),
    endOfDay: (line: Line) =>
      void askAndTell(line, (words) => words.endOfDayConfirmation(contextOf(line)), {
        run: () => endOfDay.run({ line }),
        title: () => 'Vencimento ajustado para 23:59',
        act: 'end-of-day',
      }),
    trust: (line: Line) =>
      void askAndTell(line, (words) => words.trustConfirmation(contextOf(line)), {
        run: () => trust.run({ line }),
        title: () => 'Mais 48 horas',
        act: 'trust',
      }),
  };
}

function useAccessActions({ platform, contextOf, ask, endings }: ActionsInput) {
  const toast = useToast();
  const recreateCall = usePlatformAct(platform, platform.actions.recreate);
  const syncCall = usePlatformAct(platform, platform.actions.sync);
  const recreate = async (line: Line) => {
    const receipt = await ask(
      line,
      (words) => words.recreateConfirmation(contextOf(line)),
      () => recreateCall.run({ line }),
    );
    if (!receipt) return;
    endings.showAccess(line, {
      platform,
      receipt,
      title: 'Linha recriada',
      phoneTitle: 'Recriada',
    });
  };
  const sync = async (line: Line) => {
    const answer = await ask(
      line,
      (words) => words.syncConfirmation(contextOf(line)),
      () => syncCall.run({ line }),
    );
    if (!answer) return;
    endings.flashLine(line);
    toast({ title: 'Linha sincronizada', text: `${customerName(line).name} · ${answer.message}` });
  };
  const passwordRenewed = (line: Line, password: string) => {
    endings.flashLine(line);
    const text = shortText(toAccess({ ...line, password }));
    toast({
      title: `Senha nova para ${customerName(line).name}`,
      text: <span className="mono">{password}</span>,
      action: { label: 'Copiar', run: () => void copyText(text) },
    });
  };
  return {
    recreate: (line: Line) => void recreate(line),
    sync: (line: Line) => void sync(line),
    newPassword: endings.askPassword,
    passwordRenewed,
  };
}

function useRemovalActions({ platform, contextOf, ask }: ActionsInput) {
  const toast = useToast();
  const removeCall = usePlatformAct(platform, platform.actions.remove);
  const restoreCall = useAction(restoreLine, { refresh: callsChangedByActions(platform) });
  const remove = async (line: Line) => {
    const answer = await ask(
      line,
      (words) => words.deleteConfirmation(contextOf(line)),
      () => removeCall.run({ line }),
    );
    if (!answer) return;
    const text = `${customerName(line).name} · venceria em ${formatDateTime(line.expiresAt)}`;
    toast({ title: 'Usuário deletado', text });
  };
  const restore = async (line: Line) => {
    const answer = await ask(
      line,
      (words) => words.restoreConfirmation(contextOf(line)),
      () => restoreCall.mutateAsync({ params: { id: line.id } }),
    );
    if (!answer) return;
    toast({ title: 'Usuário restaurado', text: `${customerName(line).name} · ${line.ownerName}` });
  };
  return {
    remove: (line: Line) => void remove(line),
    restore: (line: Line) => void restore(line),
  };
}
