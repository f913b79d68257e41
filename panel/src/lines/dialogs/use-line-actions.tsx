/**
 * The acts of a list's rows: each asks first, runs, reloads the list, lets the row flash and says
 * what happened. Windows with more to choose stand beside it (LineWindows.tsx).
 */
import { renewLinePassword, restoreLine } from '@ramal/contract/lines/lines';
import { useState } from 'react';
import { formatDate, formatDateTime } from '../../foundation/dates.ts';
import { formatCredits } from '../../foundation/numbers.ts';
import { copyText } from '../../foundation/clipboard.ts';
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
import { accessOf, shortText } from '../receipt/receipt-text.ts';
import { useMarkPaid } from '../payments/use-mark-paid.ts';
import { useRenewalEnding } from '../receipt/use-renewal-ending.ts';
import { useSendReceipt } from '../receipt/use-send-receipt.ts';
import type { NewAccess, LineDialogsState } from './line-dialogs-state.ts';

/** A list is read more often than changed: the words of its questions come after the first paint. */
const fetchWords = async () => ({
  ...(await import('./line-confirmations.tsx')),
  ...(await import('./restore-confirmation.ts')),
});
type Words = Awaited<ReturnType<typeof fetchWords>>;
type InWords = (words: Words) => LineConfirmation;
const afterwards = { fetch: fetchWords };
const wordsMissing = {
  title: 'Ocorreu um erro',
  text: 'Não foi possível falar com o servidor. Confira sua conexão e tente de novo.',
};

export interface LineActions {
  readonly dialogs: LineDialogsState;
  readonly flash: { key: number } | undefined;
  /** This person makes official lines here. */
  readonly sells: boolean;
  readonly renew: (line: Line) => void;
  readonly toggle: (line: Line) => void;
  readonly endOfDay: (line: Line) => void;
  readonly trust: (line: Line) => void;
  readonly newPassword: (line: Line) => void;
  readonly remove: (line: Line) => void;
  /** Of a deleted line. */
  readonly restore: (line: Line) => void;
  readonly recreate: (line: Line) => void;
  readonly sync: (line: Line) => void;
  /** Where this person may take lines to from here. */
  readonly migrations: readonly LineMigration[];
  /** Shows an access that an act has just handed out. */
  readonly showAccess: (line: Line, handed: NewAccess) => void;
  /** Enviar: the receipt's own message, to the line's number or to one that is asked for. */
  readonly send: (line: Line) => void;
  /** A renewal has happened: the row flashes, and its ending stays until it is closed. */
  readonly renewed: (change: LineChange) => void;
  /** A change made in a window: the row flashes, and the toast offers the receipt. */
  readonly done: (change: LineChange, title: string) => void;
  /** Of one's own customer: whether the current period was paid. */
  readonly markPaid: (line: Line, paid: boolean) => void;
  readonly isOwn: (line: Line) => boolean;
  readonly contextOf: (line: Line) => LineContext;
}

export function useLineActions(
  platform: LinePlatform,
  now: Date,
  windows: LineDialogsState,
): LineActions {
  const account = useAccount();
  const confirm = useConfirm();
  const alert = useAlertDialog();
  const toast = useToast();
  const [flash, setFlash] = useState<{ key: number }>();
  usePrefetch(afterwards);
  const { actions: acts } = platform;
  const extend = usePlatformAct(platform, acts.extend);
  const toggle = usePlatformAct(platform, acts.toggle);
  const endOfDay = usePlatformAct(platform, acts.endOfDay);
  const trust = usePlatformAct(platform, acts.trust);
  const remove = usePlatformAct(platform, acts.remove);
  const recreate = usePlatformAct(platform, acts.recreate);
  const sync = usePlatformAct(platform, acts.sync);
  const password = useAction(renewLinePassword, { refresh: callsChangedByActions(platform) });
  const restore = useAction(restoreLine, { refresh: callsChangedByActions(platform) });

  const askingAbout = (line: Line): LineContext => ({
    line,
    now,
    plays: platform.is.plays,
    owner: account.id !== undefined && line.ownerId !== account.id ? line.ownerName : undefined,
  });

  const ask = async <Out,>(
    question: InWords,
    run: () => Promise<Out>,
  ): Promise<Out | undefined> => {
    let answer: Out | undefined;
    const words = await fetchWords().catch(() => undefined);
    if (!words) return void alert(wordsMissing);
    await confirm({
      ...question(words),
      onConfirm: async () => {
        answer = await run();
      },
    });
    return answer;
  };

  const done = (change: LineChange, title: string) => {
    setFlash({ key: change.line.id });
    const text = [`vence em ${formatDate(change.line.expiresAt)}`];
    if (typeof change.charge?.balance === 'number')
      text.push(`saldo ${formatCredits(change.charge.balance)}`);
    const receipt = { kind: 'receipt', line: change.line, charge: change.charge } as const;
    toast({
      title,
      text: text.join(' · '),
      action: { label: 'Recibo', run: () => windows.open(receipt) },
    });
  };

  const askNumber = (line: Line, text: string, onSent?: () => void) =>
    windows.open({ kind: 'number', line, text, onSent });
  const send = useSendReceipt();
  const markPaid = useMarkPaid();
  const endRenewal = useRenewalEnding({
    openReceipt: (_platform, { line, charge }) => windows.open({ kind: 'receipt', line, charge }),
    askNumber: (_platform, { line }, text) => askNumber(line, text),
  });
  const renewed = (change: LineChange) => {
    setFlash({ key: change.line.id });
    endRenewal(platform, change);
  };

  const askAndTell = async (
    question: InWords,
    run: () => Promise<LineChange>,
    title: (line: Line) => string,
  ) => {
    const change = await ask(question, run);
    if (change) done(change, title(change.line));
  };

  const handOver = (line: Line, handed: NewAccess) => {
    setFlash({ key: line.id });
    windows.open({ kind: 'new-access', line, newAccess: handed });
  };

  return {
    dialogs: windows,
    flash,
    sells: account.sells(platform),
    done,
    renewed,
    send: (line) =>
      void send({
        platform,
        lineId: line.id,
        isOwn: line.ownerId === account.id,
        askNumber: (text, onSent) => askNumber(line, text, onSent),
      }),
    showAccess: handOver,
    migrations: migrationsFrom(platform).filter(({ to }) => account.migratesTo(to)),
    recreate: (line) =>
      void (async () => {
        const receipt = await ask(
          (words) => words.recreateConfirmation(askingAbout(line)),
          () => recreate.run({ line }),
        );
        if (!receipt) return;
        handOver(line, { platform, receipt, title: 'Linha recriada', phoneTitle: 'Recriada' });
      })(),
    sync: (line) =>
      void (async () => {
        const answer = await ask(
          (words) => words.syncConfirmation(askingAbout(line)),
          () => sync.run({ line }),
        );
        if (!answer) return;
        setFlash({ key: line.id });
        toast({ title: 'Linha sincronizada', text: answer.message });
      })(),
    markPaid: (line, paid) => void markPaid(line, paid),
    isOwn: ({ ownerId }) => ownerId === account.id,
    contextOf: askingAbout,
    renew: (line) =>
      void (async () => {
        const change = await ask(
          (words) =>
            words.renewConfirmation(
              askingAbout(line),
              1,
              quoteRenewal(line.expiresAt, 1, account.balance, now),
            ),
          () => extend.run({ line, credits: 1 }),
        );
        if (change) renewed(change);
      })(),
    toggle: (line) =>
      void askAndTell(
        (words) => words.toggleConfirmation(askingAbout(line)),
        () => toggle.run({ line, on: line.status === 'Desativado' }),
        (changed) => (changed.status === 'Desativado' ? 'Usuário desligado' : 'Usuário ligado'),
      ),
    endOfDay: (line) =>
      void askAndTell(
        (words) => words.endOfDayConfirmation(askingAbout(line)),
        () => endOfDay.run({ line }),
        () => 'Vencimento ajustado para 23:59',
      ),
    trust: (line) =>
      void askAndTell(
        (words) => words.trustConfirmation(askingAbout(line)),
        () => trust.run({ line }),
        (trusted) => `Mais 48 horas para ${customerName(trusted).name}`,
      ),
    newPassword: (line) =>
      void (async () => {
        const answer = await ask(
          (words) => words.passwordConfirmation(askingAbout(line)),
          () => password.mutateAsync({ params: { id: line.id }, body: {} }),
        );
        if (!answer) return;
        setFlash({ key: line.id });
        const text = shortText(accessOf({ ...line, password: answer.password }));
        toast({
          title: `Senha nova para ${customerName(line).name}`,
          text: <span className="mono">{answer.password}</span>,
          action: { label: 'Copiar', run: () => void copyText(text) },
        });
      })(),
    remove: (line) =>
      void (async () => {
        const answer = await ask(
          (words) => words.deleteConfirmation(askingAbout(line)),
          () => remove.run({ line }),
        );
        if (answer)
          toast({
            title: 'Usuário deletado',
            text: `${line.username} · venceria em ${formatDateTime(line.expiresAt)}`,
          });
      })(),
    restore: (line) =>
      void (async () => {
        const answer = await ask(
          (words) => words.restoreConfirmation(askingAbout(line)),
          () => restore.mutateAsync({ params: { id: line.id } }),
        );
        if (answer)
          toast({ title: 'Usuário restaurado', text: `${line.username} · ${line.ownerName}` });
      })(),
  };
}
