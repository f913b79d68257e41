/**
 * «Meus textos»: the texts for the account's customers, and the hostname of its links (Q-TEXTS).
 */
import { Button, Group, Stack, Text } from '@mantine/core';
import { getMessageTexts, saveMessageText, setLinkHost } from '@ramal/contract/message-texts';
import { MAX_MESSAGE_LENGTH, type MessageKind, placeholders } from '@ramal/contract/rules/message';
import { IconMessage2 } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useAction } from '../foundation/api/query.ts';
import {
  filledFrom,
  type MessageTexts,
  useMessageTexts,
} from '../lines/receipt/customer-message.ts';
import { SelectField } from '../ui/form/fields/choice-fields.tsx';
import { Segmented } from '../ui/form/fields/Segmented.tsx';
import { TextAreaField } from '../ui/form/fields/TextAreaField.tsx';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { useConfirm } from '../ui/dialogs/dialogs.tsx';
import { useToast } from '../ui/toasts.tsx';
import { SettingsButton, SettingsCard } from './SettingsCard.tsx';
import classes from './OwnTexts.module.css';
import { customerName } from '@ramal/contract/rules/customer-name';
import { DAY_MS, HOUR_MS } from '@ramal/contract/rules/durations';
import { formatDateTime } from '../foundation/dates.ts';
import type { LineQuery } from '../lines/platforms/platform.ts';
import { linePlatforms } from '../lines/platforms/platforms.ts';
import { usePlatformRead } from '../lines/platforms/calls.ts';
import { useAccount } from '../lines/account.ts';
import type { Receipt } from '../lines/receipt/receipt.ts';

const kinds: readonly { value: MessageKind; label: string }[] = [
  { value: 'receipt', label: 'Recibo' },
  { value: 'test', label: 'Teste' },
  { value: 'charge', label: 'Cobrança' },
];

export function OwnTexts() {
  const { data } = useMessageTexts();
  const [kind, setKind] = useState<MessageKind>('receipt');
  if (!data) return null;
  return (
    <SettingsCard
      icon={IconMessage2}
      title="Meus textos"
      note="O que o cliente recebe por «Enviar» e «Cobrar», em qualquer tela."
    >
      <Stack gap="xl">
        <Segmented
          label="Tipo de texto"
          value={kind}
          options={kinds}
          onChange={(value) => setKind(value as MessageKind)}
          wide
        />
        <OneText key={kind} kind={kind} answer={data} />
        {data.hosts.length > 0 && <LinkHost answer={data} />}
      </Stack>
    </SettingsCard>
  );
}

function OneText({ kind, answer }: { kind: MessageKind; answer: MessageTexts }) {
  const { own: ownText, default: standard } = answer.texts.find((text) => text.kind === kind)!;
  const area = useRef<HTMLTextAreaElement>(null);
  const sample = useSampleReceipt(kind);
  const form = useForm(saveMessageText, {
    draft: `message-text-${kind}`,
    initial: { text: ownText ?? standard },
    send: ({ text }) => ({ body: { kind, text } }),
    refresh: [getMessageTexts],
    success: ({ message }) => ({ title: message }),
  });
  const back = useBackToStandard(kind, () => form.reset({ text: standard }));
  const { text } = form.values;
  const insert = (name: string) => {
    const { selectionStart: from = text.length, selectionEnd: to = text.length } =
      area.current ?? {};
    form.change({ text: `${text.slice(0, from)}{${name}}${text.slice(to)}` });
    area.current?.focus();
  };
  return (
    <InlineForm form={form}>
      <Stack gap="lg">
        <TextAreaField
          ref={area}
          label="Texto"
          rows={9}
          classNames={{ input: classes.text ?? '' }}
          maxLength={MAX_MESSAGE_LENGTH}
          {...form.field('text')}
        />
        <Group gap="sm" align="stretch" role="group" aria-label="Inserir campo">
          {Object.entries(placeholders).map(([name, meaning]) => (
            <button
              key={name}
              type="button"
              className={`${classes.field} mono`}
              title={meaning}
              onClick={() => insert(name)}
            >
              {`{${name}}`}
            </button>
          ))}
        </Group>
        <section className={classes.preview} aria-label="Como chega">
          <Text component="h3" inherit mb="sm" fz="note">
            Como chega{' '}
            <Text component="small" inherit c="var(--ink-2)" fz="caption" fw={400}>
              {sample.description}
            </Text>
          </Text>
          <p>{filledFrom(text, sample.receipt)}</p>
        </section>
        <SettingsButton type="submit" loading={form.busy}>
          Salvar texto
        </SettingsButton>
        {ownText !== null && (
          <Button variant="default" size="md" onClick={back}>
            Voltar ao texto padrão
          </Button>
        )}
      </Stack>
    </InlineForm>
  );
}

function useBackToStandard(kind: MessageKind, onDone: () => void): () => void {
  const confirm = useConfirm();
  const toast = useToast();
  const save = useAction(saveMessageText, { refresh: [getMessageTexts] });
  return () =>
    void confirm({
      title: 'Voltar ao texto padrão?',
      icon: IconMessage2,
      tone: 'light',
      facts: [{ icon: IconMessage2, text: 'O texto que você escreveu será excluído.' }],
      confirmLabel: 'Sim, voltar',
      onConfirm: async () => {
        const { message } = await save.mutateAsync({ body: { kind, text: null } });
        onDone();
        toast({ title: message });
      },
    });
}

function LinkHost({ answer }: { answer: MessageTexts }) {
  const form = useForm(setLinkHost, {
    initial: { host: answer.linkHost ?? '' },
    send: (body) => ({ body }),
    refresh: [getMessageTexts],
    success: ({ message }) => ({ title: message }),
  });
  return (
    <InlineForm form={form}>
      <Stack gap="lg">
        <SelectField
          label="Endereço dos links"
          data={[
            { value: '', label: 'O do painel' },
            ...answer.hosts.map((host) => ({ value: host, label: host })),
          ]}
          {...form.field('host')}
        />
        {form.changed && (
          <SettingsButton type="submit" loading={form.busy}>
            Salvar endereço
          </SettingsButton>
        )}
      </Stack>
    </InlineForm>
  );
}

/**
 * Query for a line of the account, which is used in the preview of a text. If the account has no
 * line of this kind, the preview uses an invented line.
 */
const first: LineQuery = {
  lineOwner: 0,
  page: 1,
  perPage: 1,
  search: undefined,
  status: undefined,
  expiring: undefined,
  deleted: false,
  sort: 'exp_date',
  direction: 'desc',
};

const linesOf: Record<MessageKind, Partial<LineQuery>> = {
  receipt: { status: 'Ativo', expired: false },
  test: { status: 'Teste', expired: false },
  charge: { expired: true },
};

function useSampleReceipt(kind: MessageKind): { receipt: Receipt; description: string } {
  const { sells } = useAccount();
  const [invented] = useState(() => example(kind));
  const platform = linePlatforms.find(sells);
  const { data: page } = usePlatformRead(platform?.list, { ...first, ...linesOf[kind] });
  const line = page?.rows[0];
  const { data: receipt } = usePlatformRead(platform?.receipt, line?.id ?? 0, {
    enabled: line !== undefined,
  });
  if (!receipt || !line) return { receipt: invented, description: 'com um cliente de exemplo' };
  return { receipt, description: `com ${customerName(line).name}` };
}

function example(kind: MessageKind): Receipt {
  const after = { receipt: 30 * DAY_MS, test: 6 * HOUR_MS, charge: -3 * DAY_MS }[kind];
  const expiresAt = new Date(Date.now() + after);
  return {
    id: 0,
    username: '84920175',
    password: 'k7Tq29xm',
    note: 'Dona Célia',
    expiresAt,
    expiresText: formatDateTime(expiresAt),
    isTrial: kind === 'test',
    ...(kind === 'test' ? { testHours: 6 } : {}),
    whatsapp: null,
    packageName: 'Completo',
    franchise: 'Abra o aplicativo e digite o usuário e a senha.',
  };
}
