/**
 * Sheet that sells an official line with package and period. Rare fields are in the full form, which
 * receives the chosen values.
 */
import { inTwoLines } from '../fields/package-words.ts';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconBrandWhatsapp, IconChevronRight, IconCopy, IconUser } from '@tabler/icons-react';
import { readPhone } from '@ramal/contract/rules/phone';
import { customerName } from '@ramal/contract/rules/customer-name';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatDate } from '../../foundation/dates.ts';
import { creditsInWords, formatCredits, missingVerb } from '../../foundation/numbers.ts';
import { usePhoneNumbers } from '../../foundation/phone.ts';
import { useNow } from '../../foundation/use-now.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { ChoiceTiles } from '../../ui/form/fields/ChoiceTiles.tsx';
import { FieldError } from '../../ui/form/fields/FieldError.tsx';
import { FieldLabel } from '../../ui/form/fields/FieldLabel.tsx';
import type { Form } from '../../ui/form/use-form.ts';
import { Segmented } from '../../ui/form/fields/Segmented.tsx';
import { TextField } from '../../ui/form/fields/fields.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useAccount } from '../account.ts';
import { firstPlatform, lastCredits } from '../create/last-sale.ts';
import { useCreateLine } from '../create/use-create-line.ts';
import type { LineForm } from '../fields/line-values.ts';
import { type Quote, quoteOfficial } from '../fields/quote.ts';
import { TopUpAction } from '../fields/TopUpAction.tsx';
import { formatNumber } from '../fields/whatsapp.ts';
import type { LinePlatform } from '../platforms/platform.ts';
import type { Receipt } from '../receipt/receipt.ts';
import { useMessageTexts } from '../receipt/customer-message.ts';
import { KnownCustomer } from './KnownCustomer.tsx';
import { readRecipient } from './recipient.ts';
import { periodTiles } from './sale-words.ts';
import classes from './SellSheet.module.css';

/** Step after the sale: opens WhatsApp, copies the access data, or only shows the receipt. */
export type AfterSale = 'send' | 'copy' | 'show';

export interface Sale {
  readonly platform: LinePlatform;
  readonly receipt: Receipt;
  readonly after: AfterSale;
}

export interface SellSheetProps {
  readonly platforms: readonly LinePlatform[];
  /** Typed name and number of the customer. */
  readonly customer: string;
  readonly onCustomer: (text: string) => void;
  readonly onSold: (sale: Sale) => void;
  readonly onClose: () => void;
}

export function SellSheet(props: SellSheetProps) {
  const { platforms, customer, onCustomer, onClose } = props;
  const { form, values, packages, platform, choosePlatform, running, sell } = useSale(props);
  const now = useNow();
  const { balance } = useAccount();
  const [asksCustomer] = useState(customer.trim() === '');
  useTypedCustomer(form, customer);
  const quote = quoteOfficial(values.credits, balance, now);
  return (
    <Dialog
      onClose={() => {
        form.reset();
        onClose();
      }}
      title={`Vender${buyerText(values)}`}
      subtitle={values.note && values.whatsapp && <NumberLine written={values.whatsapp} />}
      busy={form.busy}
      footer={<Acts quote={quote} values={values} running={running} onSell={sell} />}
    >
      <form
        ref={form.ref}
        className={classes.root}
        noValidate
        onSubmit={(event) => event.preventDefault()}
      >
        {asksCustomer && (
          <CustomerField
            text={customer}
            error={form.errors.whatsapp ?? form.errors.note}
            onChange={(text) => {
              onCustomer(text);
              form.change(readRecipient(text));
            }}
          />
        )}
        {!asksCustomer && form.errors.whatsapp && <FieldError>{form.errors.whatsapp}</FieldError>}
        <Platforms platforms={platforms} chosen={platform} onChoose={choosePlatform} />
        <Packages
          packages={packages}
          chosen={values.packageId}
          error={form.errors.plan}
          onChoose={(packageId) => form.change({ packageId })}
        />
        <Stack gap="sm">
          <FieldLabel>Período</FieldLabel>
          <ChoiceTiles
            label="Período"
            row
            value={String(values.credits)}
            options={periodTiles(values.credits, now)}
            onChange={(credits) => form.change({ credits: Number(credits) })}
            error={form.errors.credits}
          />
        </Stack>
        <FullFormLink platform={platform} values={values} onLeave={() => form.reset()} />
      </form>
    </Dialog>
  );
}

/**
 * Empties a draft of another customer, which remains after the browser's back button. A reload keeps
 * the draft, because the typed customer is the same.
 */
function useTypedCustomer(form: Form<LineForm>, customer: string): void {
  const check = useEffectEvent(() => {
    const { note, whatsapp } = readRecipient(customer);
    if (note !== form.values.note || whatsapp !== form.values.whatsapp) form.reset();
  });
  useEffect(() => check(), []);
}

/** Form of the sale, and the press that submits it. */
function useSale({ platforms, customer, onSold }: SellSheetProps) {
  const [platform, setPlatform] = useState(() => firstPlatform(platforms));
  const [after, setAfter] = useState<AfterSale>('show');
  // The form calls `onCreated` of the render before the press, in which the state is still the old one.
  const pressed = useRef<AfterSale>('show');
  // The message is sent right after the sale, so its text is loaded before.
  useMessageTexts();
  const { form, values, packages } = useCreateLine({
    platform,
    official: true,
    draft: 'vender',
    start: { ...readRecipient(customer), credits: lastCredits() },
    onCreated: (receipt) => onSold({ platform, receipt, after: pressed.current }),
  });
  usePhoneNumbers(values.whatsapp);
  return {
    form,
    values,
    packages,
    platform,
    choosePlatform: (chosen: LinePlatform) => {
      form.change({ packageId: null });
      setPlatform(chosen);
    },
    /** Step after the running sale. */
    running: form.busy ? after : undefined,
    sell: (next: AfterSale) => {
      pressed.current = next;
      setAfter(next);
      // The draft contains the whole sale. After a lost answer and a reload, the same key is then
      // sent with the same line.
      form.change({ ...values });
      form.submit();
    },
  };
}

interface PlatformsProps {
  readonly platforms: readonly LinePlatform[];
  readonly chosen: LinePlatform;
  readonly onChoose: (platform: LinePlatform) => void;
}

/** Choice of the platform. Renders nothing if the account sells on a single platform. */
const Platforms = ({ platforms, chosen, onChoose }: PlatformsProps) =>
  platforms.length > 1 && (
    <Segmented
      label="Plataforma"
      wide
      value={chosen.definition.key}
      options={platforms.map(({ definition: { key, label } }) => ({ value: key, label }))}
      onChange={(key) =>
        onChoose(platforms.find(({ definition }) => definition.key === key) ?? chosen)
      }
    />
  );

interface FullFormLinkProps {
  readonly platform: LinePlatform;
  readonly values: LineForm;
  readonly onLeave: () => void;
}

/** Link to the full form, which receives the chosen values. */
const FullFormLink = ({ platform, values, onLeave }: FullFormLinkProps) => (
  <Group>
    <LinkButton
      variant="link"
      size="compact-md"
      mx="-sm"
      rightSection={<IconChevronRight size={17} stroke={1.75} aria-hidden />}
      to={platform.definition.createPath}
      search={formSearch(values)}
      onClick={onLeave}
    >
      Preço, nota e senha
    </LinkButton>
  </Group>
);

/** Address parameters that fill the full form with the values of the sheet. */
const formSearch = ({ note, whatsapp, credits, packageId }: LineForm) => ({
  ...(note ? { note } : {}),
  ...(whatsapp ? { whatsapp } : {}),
  credits,
  ...(packageId === null ? {} : { package: packageId }),
});

function buyerText({ note, whatsapp }: LineForm): string {
  if (note) return ` para ${customerName({ note, username: note }).name}`;
  return whatsapp ? ` para ${shownNumber(whatsapp)}` : '';
}

/** Returns «(11) 95555-0163», with the country code only for other countries. */
function shownNumber(written: string): string {
  const { number } = readPhone(written);
  return number === undefined ? written : formatNumber(number).replace(/^\+55 /, '');
}

const NumberLine = ({ written }: { written: string }) => (
  <Group component="span" gap="sm" wrap="nowrap" className="num">
    <IconBrandWhatsapp size={18} stroke={1.75} color="var(--ok)" aria-hidden />
    {shownNumber(written)}
  </Group>
);

interface CustomerFieldProps {
  readonly text: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

const CustomerField = ({ text, error, onChange }: CustomerFieldProps) => (
  <Stack gap="sm">
    <TextField
      label="Número ou nome"
      icon={IconUser}
      autoComplete="off"
      data-autofocus
      maxLength={255}
      value={text}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
    <KnownCustomer text={text} />
  </Stack>
);

interface PackagesProps {
  readonly packages: ReturnType<typeof useCreateLine>['packages'];
  readonly chosen: number | null;
  readonly error: string | undefined;
  readonly onChoose: (id: number) => void;
}

const Packages = ({ packages, chosen, error, onChoose }: PackagesProps) => (
  <Stack gap="sm">
    <FieldLabel>Pacote</FieldLabel>
    {packages ? (
      <ChoiceTiles
        label="Pacote"
        row
        value={chosen === null ? undefined : String(chosen)}
        options={packages.map(({ id, label }) => ({ value: String(id), ...inTwoLines(label) }))}
        onChange={(id) => onChoose(Number(id))}
        error={error}
      />
    ) : (
      <Skeleton height={62} radius={12} />
    )}
  </Stack>
);

interface ActsProps {
  readonly quote: Quote;
  readonly values: LineForm;
  /** Step after the running sale; undefined if no sale runs. */
  readonly running: AfterSale | undefined;
  readonly onSell: (after: AfterSale) => void;
}

function Acts({ quote, values, running, onSell }: ActsProps) {
  const hasNumber = values.whatsapp !== '';
  const main = hasNumber ? 'send' : 'copy';
  const MainIcon = hasNumber ? IconBrandWhatsapp : IconCopy;
  if (quote.missing > 0)
    return (
      <Stack gap="md" w="100%">
        <Text inherit c="var(--bad)">
          <b>{quote.cost}</b> · {missingVerb(quote.missing)} {creditsInWords(quote.missing)}
        </Text>
        <TopUpAction look="button" buyLabel="Comprar créditos" />
      </Stack>
    );
  return (
    <Stack gap="md" w="100%">
      <CostLine quote={quote} />
      <Button
        size="lg"
        fullWidth
        variant={hasNumber ? 'whatsapp' : 'filled'}
        leftSection={<MainIcon size={20} stroke={1.75} aria-hidden />}
        disabled={running !== undefined && running !== main}
        aria-busy={running === main}
        onClick={() => running ?? onSell(main)}
      >
        {running === main ? 'Vendendo…' : hasNumber ? 'Vender e enviar' : 'Vender e copiar'}
      </Button>
      <Button
        size="md"
        fullWidth
        variant="subtle"
        disabled={running !== undefined && running !== 'show'}
        aria-busy={running === 'show'}
        onClick={() => running ?? onSell('show')}
      >
        {running === 'show' ? 'Vendendo…' : 'Só vender'}
      </Button>
    </Stack>
  );
}

const CostLine = ({ quote: { cost, expiresAt, after } }: { quote: Quote }) => (
  <Text inherit c="var(--ink-2)" mih="var(--leading-body)">
    <Text span inherit c="var(--ink)" fw={500}>
      {cost}
    </Text>{' '}
    · vence em {formatDate(expiresAt)}
    {typeof after === 'number' && ` · saldo ${formatCredits(after)}`}
  </Text>
);
