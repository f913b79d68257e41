/**
 * /settings/message: sends a message to a reseller, its direct children or its whole network
 * (S-SETTINGS-09, -28, Q-MESSAGE).
 */
import { Button, Text } from '@mantine/core';
import {
  countMessageRecipients,
  listSentMessages,
  sendMessageToResellers,
} from '@ramal/contract/tickets/administration-messages';
import { IconMail, IconSend, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../../foundation/api/query.ts';
import { pluralize, formatCount } from '../../foundation/numbers.ts';
import { useResellerSearch } from '../../reseller-search/use-reseller-search.ts';
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import type { Question } from '../../ui/dialogs/ConfirmBox.tsx';
import { ChoiceTiles } from '../../ui/form/fields/ChoiceTiles.tsx';
import { SelectField } from '../../ui/form/fields/choice-fields.tsx';
import { FieldLabel } from '../../ui/form/fields/FieldLabel.tsx';
import { InlineForm } from '../../ui/form/InlineForm.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { HtmlField } from '../../ui/html/HtmlField.tsx';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { Panel } from '../../ui/layout/Panel.tsx';
import { Receipts } from './Receipts.tsx';
import classes from './WriteMessage.module.css';

export const WriteMessage = () => (
  <RequirePermission when={({ profile }) => profile === 'admin'}>
    <Screen />
  </RequirePermission>
);

const Screen = () => (
  <>
    <PageHeader
      title="Mensagem para revenda"
      note="Chega como ticket da administração e como faixa no início."
      backTo="/settings"
      isForm
      breadcrumb={[
        { label: 'Publicar' },
        { label: 'Configurações', to: '/settings' },
        { label: 'Mensagem' },
      ]}
    />
    <div className={classes.root}>
      <Panel p="var(--inset) var(--inset-large) var(--inset-large)">
        <Editor />
      </Panel>
      <Receipts />
    </div>
  </>
);

type Reach = 'one' | 'first-level' | 'tree';

interface Values {
  readonly revenda: string;
  readonly reach: Reach;
  readonly texto: string;
}

function Editor() {
  const [username, setUsername] = useState('');
  const form = useForm(sendMessageToResellers, {
    initial: { revenda: '', reach: 'one', texto: '' } as Values,
    send: ({ revenda, reach, texto }) => ({
      body: { revenda, texto, arvore: reach === 'tree', nivelUm: reach === 'first-level' },
    }),
    validate: ({ revenda }): Record<string, string> =>
      revenda === '' ? { revenda: 'Escolha a revenda.' } : {},
    confirm: ({ reach: confirmedReach }) =>
      question(username, confirmedReach, counts[confirmedReach]),
    refresh: [listSentMessages],
    success: ({ message, sent }) => ({ title: message, text: pluralize(sent, ...ACCOUNTS) }),
  });
  const { revenda, reach } = form.values;
  const counted = useCall(
    countMessageRecipients,
    { query: { revenda: Number(revenda) } },
    { enabled: revenda !== '' },
  );
  const counts: Counts = {
    one: 1,
    'first-level': counted.data?.firstLevel,
    tree: counted.data?.tree,
  };
  const count = revenda === '' ? undefined : counts[reach];
  return (
    <InlineForm form={form} gap="2xl" className={classes.form}>
      <ResellerField
        value={revenda}
        error={form.errors.revenda}
        onPick={(id, name) => {
          setUsername(name);
          form.change({ revenda: id });
        }}
      />
      {revenda !== '' && (
        <ReachField
          username={username}
          value={reach}
          counts={counts}
          problem={counted.error?.message}
          onChange={(next) => form.change({ reach: next })}
        />
      )}
      <HtmlField label="Mensagem" {...form.field('texto')} />
      <Button
        type="submit"
        size="md"
        className={classes.send}
        loading={form.busy}
        leftSection={<IconSend size={18} stroke={1.75} aria-hidden />}
      >
        {count === undefined ? 'Enviar' : `Enviar para ${pluralize(count, ...ACCOUNTS)}`}
      </Button>
    </InlineForm>
  );
}

/**
 * Number of accounts that a message reaches, for each choice. Undefined until the number is loaded.
 */
type Counts = Readonly<Record<Reach, number | undefined>>;

interface ReachFieldProps {
  readonly username: string;
  readonly value: Reach;
  readonly counts: Counts;
  readonly problem: string | undefined;
  readonly onChange: (reach: Reach) => void;
}

function ReachField({ username, value, counts, problem, onChange }: ReachFieldProps) {
  const tile = (reach: Reach, detail: string) => {
    const count = counts[reach];
    return {
      value: reach,
      detail,
      label: count === undefined ? '…' : formatCount(count),
      disabled: count === 0,
    };
  };
  const count = counts[value];
  return (
    <div>
      <FieldLabel>Para quem</FieldLabel>
      <ChoiceTiles
        label="Para quem"
        value={value}
        options={[
          tile('one', `Só ${username}`),
          tile('first-level', 'Primeiro nível'),
          tile('tree', 'Toda a árvore'),
        ]}
        onChange={(next) => onChange(next as Reach)}
      />
      {problem ? (
        <Text mt="sm" c="var(--ink-2)" fz="var(--reading-note)" role="alert">
          {problem}
        </Text>
      ) : (
        count !== undefined && (
          <Text mt="sm" c="var(--ink-2)" fz="var(--reading-note)">
            Uma mensagem só, com {pluralize(count, 'recibo', 'recibos')} de leitura.
          </Text>
        )
      )}
    </div>
  );
}

const ACCOUNTS = ['revenda', 'revendas'] as const;

const reachLabels: Readonly<Record<Reach, string>> = {
  one: 'só para ela',
  'first-level': 'primeiro nível dela',
  tree: 'toda a árvore dela',
};

const question = (username: string, reach: Reach, count: number | undefined): Question => ({
  title:
    count === undefined ? 'Enviar esta mensagem?' : `Enviar para ${pluralize(count, ...ACCOUNTS)}?`,
  icon: IconMail,
  object: { name: username, note: reachLabels[reach] },
  facts: [{ icon: IconMail, text: 'Uma mensagem enviada não volta.' }],
  confirmLabel: 'Sim, enviar',
});

interface ResellerFieldProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly onPick: (id: string, username: string) => void;
}

function ResellerField({ value, error, onPick }: ResellerFieldProps) {
  const search = useResellerSearch();
  const [picked, setPicked] = useState<{ value: string; label: string }>();
  const options = search.found.map(({ id, username }) => ({ value: String(id), label: username }));
  const isListed = options.some((option) => option.value === picked?.value);
  return (
    <SelectField
      label="Revenda"
      icon={IconUser}
      searchable
      placeholder="Digite o usuário"
      nothingFoundMessage={
        search.isSearching ? 'Procurando…' : 'Digite ao menos duas letras do usuário'
      }
      data={picked && !isListed ? [picked, ...options] : options}
      value={value === '' ? null : value}
      error={error}
      onSearchChange={search.type}
      onChange={(id) => {
        const option = options.find((candidate) => candidate.value === id);
        if (!option) return;
        setPicked(option);
        onPick(option.value, option.label);
      }}
    />
  );
}
