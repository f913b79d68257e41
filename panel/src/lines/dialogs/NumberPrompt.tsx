/**
 * «Enviar no WhatsApp» for a line without a number, or for another number. Prompts for the number
 * and sends the text to it. The user can also save the number to the line.
 */
import { listLinesToCharge } from '@ramal/contract/lines/charging';
import { setLineWhatsapp } from '@ramal/contract/lines/lines';
import { readPhone } from '@ramal/contract/rules/phone';
import { messages } from '@ramal/contract/api/validation';
import { Button, Checkbox, Stack } from '@mantine/core';
import { IconBrandWhatsapp } from '@tabler/icons-react';
import { type FormEvent, useId, useState } from 'react';
import { awaitPhoneNumbers, usePhoneNumbers } from '../../foundation/phone.ts';
import { useAction } from '../../foundation/api/query.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { useFailureAlert } from '../../ui/dialogs/use-failure-alert.ts';
import { callsChangedByActions } from '../platforms/calls.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import { formatNumber, openWhatsApp } from '../fields/whatsapp.ts';
import { WhatsappField } from '../fields/WhatsappField.tsx';

interface NumberPromptProps {
  platform: LinePlatform;
  lineId: number;
  currentNumber?: string | null | undefined;
  text: string;
  onClose: () => void;
  onSent?: ((number: string) => void) | undefined;
}

export function NumberPrompt({
  platform,
  lineId,
  currentNumber,
  text,
  onClose,
  onSent,
}: NumberPromptProps) {
  const formId = useId();
  const ask = useNumberPrompt({ platform, lineId, text, onClose, onSent });
  const { typed, setTyped, keep, setKeep, error, number, waits, chooseThere, send } = ask;
  return (
    <Dialog
      onClose={onClose}
      title="Para qual número?"
      subtitle={
        currentNumber
          ? `Agora: ${formatNumber(currentNumber)}`
          : 'Esta linha ainda não tem WhatsApp.'
      }
      footer={
        <>
          <Button size="md" variant="default" onClick={chooseThere}>
            Outro contato
          </Button>
          <Button
            size="md"
            variant="whatsapp"
            data-wide
            type="submit"
            form={formId}
            loading={waits}
            leftSection={<IconBrandWhatsapp size={18} stroke={1.75} aria-hidden />}
          >
            {number !== undefined ? `Enviar para ${formatNumber(number)}` : 'Enviar no WhatsApp'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={(event) => void send(event)}>
        <Stack gap="2xl">
          <WhatsappField value={typed} onChange={setTyped} error={error} data-autofocus />
          <Checkbox
            label="Guardar este número na linha"
            checked={keep}
            onChange={(event) => setKeep(event.currentTarget.checked)}
          />
        </Stack>
      </form>
    </Dialog>
  );
}

/** State of the typed number. Submitting waits until the number can be parsed (Q-PHONEPREFIX). */
function useNumberPrompt({ platform, lineId, text, onClose, onSent }: NumberPromptProps) {
  const showFailure = useFailureAlert();
  const [typed, setTyped] = useState('');
  const [keep, setKeep] = useState(true);
  const [error, setError] = useState<string>();
  const save = useAction(setLineWhatsapp, {
    refresh: [...callsChangedByActions(platform), listLinesToCharge],
  });
  const isKnown = usePhoneNumbers(typed);
  const number = isKnown ? readPhone(typed).number : undefined;
  const [waits, setWaits] = useState(false);
  /** The user selects the recipient in WhatsApp, so the panel does not know the number. */
  const chooseThere = () => {
    openWhatsApp('', text);
    onClose();
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (waits) return undefined;
    if (typed.trim() === '') return setError(messages.required('WhatsApp'));
    setWaits(true);
    await awaitPhoneNumbers();
    setWaits(false);
    const { number: recipient, problem } = readPhone(typed);
    if (recipient === undefined) return setError(problem);
    setError(undefined);
    // Too much time has passed since the click, so the browser would block a new window. The button
    // then shows the number, and the next click opens WhatsApp.
    if (navigator.userActivation?.isActive === false) return undefined;
    openWhatsApp(recipient, text);
    onSent?.(recipient);
    onClose();
    if (!keep) return undefined;
    try {
      await save.mutateAsync({ params: { id: lineId }, body: { whatsapp: typed } });
    } catch (failure) {
      await showFailure(failure);
    }
    return undefined;
  };
  return { typed, setTyped, keep, setKeep, error, number, waits, chooseThere, send };
}
