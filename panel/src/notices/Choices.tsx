/**
 * Table of checkboxes: the user selects the channels for each kind of notice. Also sets the e-mail
 * address.
 */
import { Button, Checkbox } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { countNotices } from '@ramal/contract/notices/notice-count';
import { getNoticeChoices, listNotices, saveNoticeChoices } from '@ramal/contract/notices/notices';
import {
  type NoticeChannel,
  noticeChannelNames,
  noticeChannels,
  type NoticeKind,
  noticeKindNames,
  noticeKinds,
} from '@ramal/contract/rules/notices';
import { useCall } from '../foundation/api/query.ts';
import { TextField } from '../ui/form/fields/fields.tsx';
import { InlineForm } from '../ui/form/InlineForm.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { Loaded } from '../ui/states/Loaded.tsx';
import { TitledCard } from '../ui/layout/TitledCard.tsx';
import classes from './Choices.module.css';

export function Choices() {
  const choices = useCall(getNoticeChoices, {});
  return (
    <TitledCard
      padded
      title="O que chega, e por onde"
      text="Se você ler aqui em até 1 minuto, não mandamos por fora."
    >
      <Loaded query={choices} failed="Não deu para carregar" compact height={300} radius={8}>
        {(data) => <ChoicesForm choices={data} />}
      </Loaded>
    </TitledCard>
  );
}

type NoticeChoices = Readonly<Record<NoticeChannel, readonly NoticeKind[]>> & {
  readonly address: string;
};

const kindNotes: Readonly<Record<NoticeKind, string>> = {
  answer: 'alguém respondeu num ticket',
  message: 'da administração e de quem vende a você',
  work: 'um trabalho demorado terminou',
  customers: 'um dia com muitos vencimentos vem aí',
  credits: 'os créditos acabam em poucos dias',
};

function ChoicesForm({ choices }: { choices: ResponseOf<typeof getNoticeChoices> }) {
  const { panel, email, telegram, push } = choices;
  const initial: NoticeChoices = { panel, email, telegram, push, address: choices.address ?? '' };
  const form = useForm(saveNoticeChoices, {
    initial,
    send: ({ address, ...kinds }) => ({
      body: {
        panel: [...kinds.panel],
        email: [...kinds.email],
        telegram: [...kinds.telegram],
        push: [...kinds.push],
        ...(address.trim() ? { address } : {}),
      },
    }),
    refresh: [getNoticeChoices, listNotices, countNotices],
    success: ({ message }) => ({ title: message }),
  });
  return (
    <InlineForm form={form} gap="xl">
      <KindTable
        chosen={form.values}
        onChange={(channel, kinds) => form.change({ [channel]: kinds })}
      />
      <TextField
        label="E-mail que recebe"
        type="email"
        inputMode="email"
        autoComplete="email"
        maxLength={200}
        hint={hintOf(choices)}
        {...form.field('address')}
      />
      <Button type="submit" size="md" loading={form.busy} className={classes.save}>
        Salvar
      </Button>
    </InlineForm>
  );
}

/** Returns why the account cannot receive e-mails yet. Undefined if it can. */
function hintOf({
  address,
  addressConfirmed: isConfirmed,
  email,
  canEmail,
}: ResponseOf<typeof getNoticeChoices>): string | undefined {
  if (!canEmail) return 'O envio de e-mail ainda não está configurado neste painel.';
  if (address === null || email.length === 0 || isConfirmed) return undefined;
  return `Abra o link que enviamos a ${address}: antes disso nenhum aviso vai para lá. Se não chegou, guarde de novo daqui a dez minutos.`;
}

interface KindTableProps {
  readonly chosen: NoticeChoices;
  readonly onChange: (channel: NoticeChannel, kinds: readonly NoticeKind[]) => void;
}

function KindTable({ chosen, onChange }: KindTableProps) {
  const toggle = (channel: NoticeChannel, kind: NoticeKind, on: boolean) =>
    onChange(
      channel,
      noticeKinds.filter((noticeKind) =>
        noticeKind === kind ? on : chosen[channel].includes(noticeKind),
      ),
    );
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">Aviso</span>
          </th>
          {noticeChannels.map((channel) => (
            <th key={channel} scope="col">
              {noticeChannelNames[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {noticeKinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              {noticeKindNames[kind]}
              <small>{kindNotes[kind]}</small>
            </th>
            {noticeChannels.map((channel) => (
              <td key={channel}>
                <Checkbox
                  aria-label={`${noticeKindNames[kind]}: ${noticeChannelNames[channel]}`}
                  checked={chosen[channel].includes(kind)}
                  onChange={(event) => toggle(channel, kind, event.currentTarget.checked)}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
