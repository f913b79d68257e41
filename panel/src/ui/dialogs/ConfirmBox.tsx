import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Icon } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { endsSession } from '../../foundation/api/api.ts';
import { type RichText, richNode } from '../rich-text.tsx';
import { Facts, type Fact } from './Facts.tsx';
import { ModalBox } from './ModalBox.tsx';
import classes from './ConfirmBox.module.css';
import { DialogHint } from './DialogHint.tsx';
import { IconTile } from '../IconTile.tsx';

export type ConfirmFact = Fact;

export interface ConfirmOptions {
  /** Question with the verb of the button: «Deletar este usuário?». */
  title: string;
  lead?: RichText | ReactNode;
  icon: Icon;
  /**
   * Tone of the box. `danger` focuses «Não» first. `light` focuses the confirming button first, so
   * that Enter confirms.
   */
  tone?: 'danger' | 'light';
  /**
   * Object of the action: its name, a note, and further content, such as whether the customer is
   * watching.
   */
  object?: { name: string; mono?: boolean; note?: ReactNode; aside?: ReactNode };
  /**
   * Up to three facts: the effect on the customer, the effect on credits and days, and what stays
   * unchanged.
   */
  facts?: readonly ConfirmFact[];
  /** Hint that names a less drastic alternative: «Só quer pausar? Use On/Off.» */
  hint?: RichText | ReactNode;
  /** Text of the confirming button, which names the action: «Sim, deletar». */
  confirmLabel: string;
  cancelLabel?: string;
  /** Second confirming button, whose action has an additional effect: «Renovar e enviar». */
  also?: { label: string; icon: Icon; variant: 'whatsapp-soft' } | undefined;
  /**
   * Runs the action while the box is open. The box shows a failure and allows a retry. `also` is
   * true for the second confirming button.
   */
  onConfirm?: (also: boolean) => Promise<unknown>;
}

export type Question = Omit<ConfirmOptions, 'onConfirm'>;

interface Refusal {
  title: string;
  text: string;
  requestId: string | undefined;
}

/**
 * Converts an error to the texts of the box. `title` and `requestId` are set for an error of the
 * API client.
 */
function refusedBy(error: unknown): Refusal {
  const { title, requestId, message } = error as Partial<
    Record<'title' | 'requestId' | 'message', string>
  >;
  return { title: title ?? 'Ocorreu um erro', text: message ?? String(error), requestId };
}

type Way = 'confirm' | 'also';

interface ConfirmBoxProps {
  options: ConfirmOptions;
  onAnswer: (confirmed: boolean) => void;
}

/**
 * Asks for a confirmation and then runs the action. The box shows the spinner, a failure and the
 * retry.
 */
export function ConfirmBox({ options, onAnswer }: ConfirmBoxProps) {
  const { title, lead, icon: BoxIcon, tone = 'light', hint, onConfirm: act } = options;
  const [running, setRunning] = useState<Way>();
  const [refused, setRefused] = useState<Refusal>();
  const danger = tone === 'danger';
  const decline = () => onAnswer(false);
  // Focuses the button again. It lost the focus when the action disabled it.
  useEffect(() => {
    if (refused) document.querySelector<HTMLElement>('dialog[open] [data-autofocus]')?.focus();
  }, [refused]);

  const doIt = async (way: Way) => {
    setRunning(way);
    setRefused(undefined);
    try {
      await act?.(way === 'also');
      onAnswer(true);
    } catch (error) {
      // Closes the box without a result. The session has ended, and the sign-in screen is shown
      // next.
      if (endsSession(error)) return decline();
      setRunning(undefined);
      setRefused(refusedBy(error));
    }
  };

  return (
    <ModalBox
      look={tone}
      title={title}
      lead={richNode(lead)}
      icon={
        <IconTile tone={danger ? 'bad' : 'accent'}>
          <BoxIcon size={22} stroke={1.75} aria-hidden />
        </IconTile>
      }
      body={<ConfirmBody options={options} refused={refused} />}
      foot={
        <>
          <DialogHint running={running !== undefined}>{richNode(hint)}</DialogHint>
          <Answers
            options={options}
            running={running}
            onDecline={decline}
            onAccept={(way) => void doIt(way)}
          />
        </>
      }
      locked={running !== undefined}
      onClose={decline}
    />
  );
}

interface AnswersProps {
  readonly options: ConfirmOptions;
  readonly running: Way | undefined;
  readonly onDecline: () => void;
  readonly onAccept: (way: Way) => void;
}

function Answers({ options, running, onDecline, onAccept }: AnswersProps) {
  const { icon: BoxIcon, tone, confirmLabel: yes, cancelLabel: no = 'Não', also } = options;
  const danger = tone === 'danger';
  return (
    <>
      <Button
        size="md"
        variant="default"
        disabled={running !== undefined}
        data-autofocus={danger || undefined}
        onClick={onDecline}
      >
        {no}
      </Button>
      <Button
        size="md"
        variant={danger ? 'danger' : 'filled'}
        disabled={running === 'also'}
        loading={running === 'confirm'}
        leftSection={danger ? <BoxIcon size={17} stroke={1.75} aria-hidden /> : undefined}
        data-autofocus={!danger || undefined}
        onClick={() => onAccept('confirm')}
      >
        {yes}
      </Button>
      {also && (
        <Button
          size="md"
          variant={also.variant}
          data-full
          disabled={running === 'confirm'}
          loading={running === 'also'}
          leftSection={<also.icon size={18} stroke={1.75} aria-hidden />}
          onClick={() => onAccept('also')}
        >
          {also.label}
        </Button>
      )}
    </>
  );
}

function ConfirmBody({
  options,
  refused,
}: {
  options: ConfirmOptions;
  refused: Refusal | undefined;
}) {
  const { object, facts = [] } = options;
  return (
    <>
      {object && (
        <div className={classes.object}>
          <div>
            <p className={object.mono ? `${classes.name} mono` : classes.name}>{object.name}</p>
            {object.note && <p className={classes.note}>{object.note}</p>}
          </div>
          {object.aside && <div className={classes.aside}>{object.aside}</div>}
        </div>
      )}
      {facts.length > 0 && <Facts facts={facts.slice(0, 3)} />}
      {refused && (
        <div className={classes.failure} role="alert">
          <IconAlertTriangle size={19} stroke={1.75} aria-hidden />
          <p>
            <b>{refused.title}</b>
            {refused.text}
            {refused.requestId && (
              <>
                {' '}
                Pedido <span className="mono">{refused.requestId}</span>
              </>
            )}
          </p>
        </div>
      )}
    </>
  );
}
