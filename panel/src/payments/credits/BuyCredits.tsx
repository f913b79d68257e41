/**
 * /buy-credits: credits from the parent account, paid by Pix or card and delivered automatically.
 */
import { Button } from '@mantine/core';
import type { ResponseOf } from '@ramal/contract/api/endpoint';
import { useDebouncedValue } from '@mantine/hooks';
import { buyCredits, checkTopUpCoupon, getTopUpOffer } from '@ramal/contract/payments/top-ups';
import { couponRefusals } from '@ramal/contract/coupons/coupon-refusals';
import {
  IconBrandWhatsapp,
  IconCoins,
  IconCreditCard,
  IconFlask2,
  IconQrcode,
} from '@tabler/icons-react';
import { z } from 'zod';
import { useCall } from '../../foundation/api/query.ts';
import { typedWhole, parseWhole } from '../../foundation/amounts.ts';
import { creditsInWords, formatCredits, formatMoney } from '../../foundation/numbers.ts';
import { useProfile } from '../../sessions/profile.ts';
import { RequirePermission } from '../../sessions/RequirePermission.tsx';
import { ChoiceTiles } from '../../ui/form/fields/ChoiceTiles.tsx';
import { REQUEST_LABEL } from '../../lines/fields/TopUpAction.tsx';
import { requestCredits } from '../../lines/fields/whatsapp.ts';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { FormScreen, type FormScreenProps } from '../../ui/form/FormScreen.tsx';
import { FormSection } from '../../ui/form/FormSection.tsx';
import { type Form, useForm } from '../../ui/form/use-form.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { defineSearchParams, useSearchParams } from '../../ui/list/search-params.ts';
import { EmptyState } from '../../ui/states/EmptyState.tsx';
import { Loaded } from '../../ui/states/Loaded.tsx';
import { Notice } from '../../ui/status/Notice.tsx';
import { Purchase } from './Purchase.tsx';

const buyParams = defineSearchParams({ purchase: z.uuid() });

export const BuyCredits = () => (
  <RequirePermission when={({ profile }) => profile !== 'admin'}>
    <Buying />
  </RequirePermission>
);

function Buying() {
  const { values, push } = useSearchParams(buyParams);
  const offer = useCall(getTopUpOffer, {});

  return (
    <>
      <PageHeader
        isForm
        title="Comprar créditos"
        breadcrumb={[{ label: 'Mais' }, { label: 'Comprar créditos' }]}
        backTo="/dashboard"
      />
      {values.purchase ? (
        <Purchase reference={values.purchase} onAgain={() => push({ purchase: undefined })} />
      ) : (
        <Loaded
          query={offer}
          failed="Não deu para carregar os preços"
          height={420}
          radius={14}
          label="Carregando"
        >
          {(data) => <Offer offer={data} onAsked={(purchase) => push({ purchase })} />}
        </Loaded>
      )}
    </>
  );
}

type OfferOf = ResponseOf<typeof getTopUpOffer>;

interface OfferProps {
  offer: OfferOf;
  onAsked: (reference: string) => void;
}

const Offer = ({ offer, onAsked }: OfferProps) =>
  offer.tiers.length > 0 ? (
    <BuyForm offer={offer} onAsked={onAsked} />
  ) : (
    <EmptyState
      icon={IconCoins}
      tone="plain"
      title="Seus créditos não são vendidos por aqui"
      text="Peça a recarga a quem vende para você."
      actions={
        <Button
          variant="whatsapp"
          leftSection={<IconBrandWhatsapp size={18} stroke={1.75} aria-hidden />}
          onClick={requestCredits}
        >
          {REQUEST_LABEL}
        </Button>
      }
    />
  );

type Method = 'pix' | 'card';

function BuyForm({ offer, onAsked }: OfferProps) {
  const { credits: balance } = useProfile().data ?? {};
  const form = useForm(buyCredits, {
    initial: {
      credits: String(offer.tiers[0]!.fromCredits),
      method: 'pix' as Method,
      coupon: '',
    },
    send: ({ coupon, ...body }) => ({ body: { ...body, ...(coupon ? { coupon } : {}) } }),
    codeFields: Object.fromEntries(couponRefusals.map((refusal) => [refusal, 'coupon'])),
    onDone: ({ reference }) => onAsked(reference),
  });
  const check = useCouponCheck(form.values);
  return (
    <FormScreen
      form={form}
      summary={summaryOf(offer, form.values, { balance, couponCredits: check.bonus })}
    >
      {offer.sandbox && (
        <FormSection>
          <Notice tone="accent" icon={IconFlask2} title="Modo de teste: nada é cobrado.">
            {offer.seller} confirma o pagamento em Recargas.
          </Notice>
        </FormSection>
      )}
      <Quantity form={form} offer={offer} />
      <FormSection title="Como pagar">
        <Segmented
          label="Como pagar"
          wide
          value={form.values.method}
          options={[
            { value: 'pix', label: 'Pix, na hora' },
            { value: 'card', label: 'Cartão' },
          ]}
          onChange={(chosen) => form.change({ method: chosen as Method })}
        />
        <TextField
          label="Cupom"
          optional
          mono
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={12}
          hint={check.text}
          {...form.field('coupon', (typed) => typed.toUpperCase().trim())}
        />
      </FormSection>
    </FormScreen>
  );
}

/** Shortest code of a coupon. A shorter text is not checked. */
const MIN_CODE_LENGTH = 4;
/** Time after the last typed letter. The checks of codes are limited per hour. */
const CHECK_AFTER_MS = 700;

/** Checks the typed coupon and returns the credits that it adds, or the reason of its refusal. */
function useCouponCheck(values: PurchaseValues): { bonus: number; text: string | undefined } {
  const [settled] = useDebouncedValue(values, CHECK_AFTER_MS);
  const { coupon } = settled;
  const credits = parseWhole(settled.credits);
  const check = useCall(
    checkTopUpCoupon,
    { body: { credits: credits ?? 0, coupon } },
    { enabled: coupon.length >= MIN_CODE_LENGTH && credits !== undefined },
  );
  const isCurrent = settled.coupon === values.coupon && settled.credits === values.credits;
  if (!isCurrent || coupon.length < MIN_CODE_LENGTH) return { bonus: 0, text: undefined };
  const bonus = check.data?.bonusCredits ?? 0;
  const text = check.data ? `+${creditsInWords(bonus)}` : check.error?.message;
  return { bonus, text };
}

interface PurchaseValues {
  readonly credits: string;
  readonly method: Method;
  readonly coupon: string;
}

const leastOf = ([lowest]: OfferOf['tiers']): string =>
  `O mínimo são ${creditsInWords(lowest!.fromCredits)}`;

function summaryOf(
  { tiers, seller, bonus }: OfferOf,
  { credits: typed, method }: PurchaseValues,
  { balance, couponCredits }: { balance: number | null | undefined; couponCredits: number },
): FormScreenProps['summary'] {
  const credits = parseWhole(typed) ?? 0;
  const tier = tiers.findLast(({ fromCredits }) => fromCredits <= credits);
  const each = tier?.value;
  const added = couponCredits + (tier && bonus ? bonusFor(bonus, tier, credits) : 0);
  const total = each === undefined ? '—' : formatMoney(each * credits);
  return {
    headLabel: 'Você paga',
    head: total,
    rows: [
      { label: 'Créditos', value: formatCredits(credits) },
      ...(added > 0 ? [{ label: 'Bônus', value: `+ ${formatCredits(added)}` }] : []),
      { label: 'Cada um', value: each === undefined ? '—' : formatMoney(each) },
      { label: 'Quem vende', value: seller },
    ],
    ...(typeof balance === 'number' && {
      balance: { before: formatCredits(balance), after: formatCredits(balance + credits + added) },
    }),
    sentence: each === undefined ? leastOf(tiers) : 'Os créditos caem sozinhos depois de pagos.',
    tone: each === undefined ? 'warn' : 'accent',
    bar: { left: creditsInWords(credits), right: total },
    submit: `Pagar ${each === undefined ? '' : `${total} `}${method === 'pix' ? 'com Pix' : 'com cartão'}`,
    icon: method === 'pix' ? IconQrcode : IconCreditCard,
  };
}

type OfferedBonus = NonNullable<OfferOf['bonus']>;

/** Calculates the bonus in whole credits like the server. */
const bonusFor = (
  bonus: OfferedBonus,
  { fromCredits }: OfferOf['tiers'][number],
  credits: number,
): number =>
  bonus.fromCredits.includes(fromCredits)
    ? Math.floor(credits / bonus.perCredits) * bonus.bonusCredits
    : 0;

const bonusText = ({ perCredits, bonusCredits }: OfferedBonus): string =>
  `A cada ${formatCredits(perCredits)}, mais ${formatCredits(bonusCredits)} de bônus`;

interface QuantityProps {
  form: Form<PurchaseValues>;
  offer: OfferOf;
}

const hintOf = (tiers: OfferOf['tiers'], bonus: OfferOf['bonus']): string => {
  if (bonus && bonus.fromCredits.length > 0) return bonusText(bonus);
  return tiers.length > 1 ? 'Quanto mais, mais barato cada um' : leastOf(tiers);
};

const Quantity = ({ form, offer: { tiers, bonus } }: QuantityProps) => (
  <FormSection title="Quantos créditos">
    <ChoiceTiles
      label="Quantos créditos"
      value={form.values.credits}
      options={tiers.map(({ fromCredits, value }) => ({
        value: String(fromCredits),
        label: formatCredits(fromCredits),
        detail: `${formatMoney(value)} cada`,
      }))}
      onChange={(credits) => form.change({ credits })}
    />
    <TextField
      label="Outra quantidade"
      icon={IconCoins}
      inputMode="numeric"
      autoComplete="off"
      hint={hintOf(tiers, bonus)}
      {...form.field('credits', typedWhole)}
    />
  </FormSection>
);
