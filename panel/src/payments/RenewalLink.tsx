/**
 * Creates a link for the renewal of one customer. The customer types nothing, because the page
 * already contains a Pix code. One tap opens WhatsApp with the link.
 */
import { Button, Stack } from '@mantine/core';
import { createRenewalLink, revokeRenewalLinks } from '@ramal/contract/portal/portal';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { customerName } from '@ramal/contract/rules/customer-name';
import { planLabel, planMonths } from '@ramal/contract/rules/plans';
import { IconBrandWhatsapp, IconLink, IconLinkOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '../foundation/api/query.ts';
import { formatDate } from '../foundation/dates.ts';
import { formatMoney } from '../foundation/numbers.ts';
import type { LineSectionProps } from '../lines/dialogs/other-line-dialogs.ts';
import { openWhatsApp } from '../lines/fields/whatsapp.ts';
import { useProfile } from '../sessions/profile.ts';
import { CopyRow } from '../ui/copy/CopyRow.tsx';
import { useConfirmedAction } from '../ui/dialogs/use-confirmed-action.ts';
import { TextField } from '../ui/form/fields/fields.tsx';
import { Segmented } from '../ui/form/fields/Segmented.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { useFailureAlert } from '../ui/dialogs/use-failure-alert.ts';

type Link = ResponseOf<typeof createRenewalLink>;

const plans = planMonths.map((months) => ({ value: String(months), label: planLabel(months) }));

export function RenewalLink({ line, onClose }: LineSectionProps) {
  const me = useProfile().data?.id;
  const [months, setMonths] = useState('1');
  const [coupon, setCoupon] = useState('');
  const [link, setLink] = useState<Link>();
  const showFailure = useFailureAlert();
  const create = useAction(createRenewalLink, {
    onSuccess: setLink,
    onError: (failure) => void showFailure(failure),
  });
  const params = { id: line.id };
  const startAgain = () => {
    setLink(undefined);
    create.reset();
  };
  const body = { months: Number(months), ...(coupon ? { coupon } : {}) };
  return (
    <Stack gap="xl" py="lg" role="group" aria-label="Link de renovação">
      <Segmented
        wide
        label="Plano"
        value={months}
        options={plans}
        onChange={(chosen) => {
          setMonths(chosen);
          startAgain();
        }}
      />
      <CouponField
        value={coupon}
        onChange={(typed) => {
          setCoupon(typed);
          startAgain();
        }}
      />
      {create.error?.code === 'plan_without_price' && me === line.ownerId && (
        <LinkButton to="/recharge-portal" search={{ dialog: 'prices' }} variant="default">
          Preços por plano
        </LinkButton>
      )}
      {link ? (
        <Made link={link} />
      ) : (
        <Button
          size="md"
          loading={create.isPending}
          leftSection={<IconLink size={17} stroke={1.75} aria-hidden />}
          onClick={() => create.mutate({ params, body })}
        >
          Criar link
        </Button>
      )}
      <Revoke params={params} name={customerName(line).name} onRevoked={() => setLink(undefined)} />
      <Button variant="default" onClick={onClose}>
        Fechar
      </Button>
    </Stack>
  );
}

interface CouponFieldProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
}

const CouponField = ({ value, onChange }: CouponFieldProps) => (
  <TextField
    label="Cupom"
    optional
    mono
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={12}
    hint="O link já abre com o código."
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value.toUpperCase().trim())}
  />
);

interface RevokeProps {
  readonly params: { readonly id: number };
  readonly name: string;
  readonly onRevoked: () => void;
}

function Revoke({ params, name, onRevoked }: RevokeProps) {
  const act = useConfirmedAction();
  const revoke = useAction(revokeRenewalLinks);
  const ask = async () => {
    const done = await act(
      {
        title: `Revogar os links de ${name}?`,
        tone: 'danger',
        icon: IconLinkOff,
        facts: [
          {
            icon: IconLinkOff,
            tone: 'bad',
            text: 'Os links de renovação que o cliente já recebeu deixam de abrir agora.',
          },
        ],
        confirmLabel: 'Sim, revogar',
      },
      () => revoke.mutateAsync({ params }),
    );
    if (done) onRevoked();
  };
  return (
    <Button variant="subtle" onClick={() => void ask()}>
      Revogar os links desta linha
    </Button>
  );
}

const Made = ({ link }: { link: Link }) => (
  <>
    <p>
      {formatMoney(link.value)} · o link vale até {formatDate(new Date(link.expiresAt * 1000))}
      {link.sandbox && ' · modo de teste: nada é cobrado'}
    </p>
    <CopyRow label="Link" value={link.url} />
    {link.pixCode && <CopyRow label="Pix" value={link.pixCode} />}
    <CopyRow label="Mensagem" value={link.message} wrap="below" />
    <Button
      size="md"
      disabled={!link.whatsapp}
      leftSection={<IconBrandWhatsapp size={18} stroke={1.75} aria-hidden />}
      onClick={() => openWhatsApp(link.whatsapp!, link.message)}
    >
      {link.whatsapp ? 'Enviar no WhatsApp' : 'Esta linha não tem WhatsApp'}
    </Button>
  </>
);
