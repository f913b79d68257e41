/** A paid order: until when the customer watches, the line and the receipt. */
import { lazy, Suspense, useState } from 'react';
import { formatClock, formatDay, formatReais, formatReward } from '../../format.ts';
import { REFERRAL_HASH } from '../../linked-key.ts';
import { formatDate } from '../../recurring/day-text.ts';
import { SaveReceipt } from '../../pay/receipt/SaveReceipt.tsx';
import { repeat } from '../../recurring/icons.ts';
import { Steps as PaymentSteps } from '../../recurring/Steps.tsx';
import { storeKey } from '../../stored-key.ts';
import { type ActionRow, ActionRows } from '../../ui/ActionRows.tsx';
import { type Fact, Facts } from '../../ui/Facts.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { check } from '../../ui/icons.ts';
import { ActBar } from '../ActBar.tsx';
import type { Order, OrderAuthorization, StorefrontDevice } from '../api.ts';
import { BrandBar, FocusedTitle } from '../Bars.tsx';
import { AddressRows, CredentialRows } from '../line/CredentialRows.tsx';
import { deviceIcons } from '../device-icons.ts';
import { deviceTv } from '../icons.ts';
import { IconTile } from '../IconTile.tsx';
import { browserAddress } from '../line/install-steps.ts';
import { InstallSteps } from '../line/InstallSteps.tsx';
import { gift } from '../step-icons.ts';
import type { OrderStepProps } from '../step-props.ts';
import { readVisitor } from '../visitor.ts';
import pageClasses from '../../portal.module.css';
import classes from './PaidOrder.module.css';

const ReadySheets = lazy(async () => ({
  default: (await import('../line/ReadySheets.tsx')).ReadySheets,
}));

export function PaidOrder({ order, ...props }: OrderStepProps & { order: Order }) {
  const { page, brand, places, choice } = props;
  const { line } = order;
  // Null some days after the delivery. The portal shows the access then.
  const credentials = line?.credentials;
  // After a test the line already works, so the steps are opened by a press.
  const [isInstalling, setIsInstalling] = useState(order.testUsername === null);
  const [device, setDevice] = useState<StorefrontDevice>(
    () => readVisitor(page.slug).device ?? 'smart-tv',
  );
  const watchAddress = credentials && browserAddress(credentials);
  const rows: ActionRow[] = [
    ...(line ? referralRow(line) : []),
    ...(watchAddress && (device === 'phone' || device === 'computer')
      ? [{ icon: deviceIcons[device], title: 'Assistir agora neste aparelho', href: watchAddress }]
      : []),
    ...(isInstalling
      ? []
      : [
          {
            icon: deviceTv,
            title: 'Instalar em outra tela',
            onPress: () => setIsInstalling(true),
          },
        ]),
  ];
  return (
    <>
      <BrandBar name={page.name} logo={brand.logo} />
      <main>
        <ResultCard order={order} seller={page.seller?.name ?? page.name} />
        {order.state !== 'held' && credentials !== null && (
          <CredentialRows credentials={credentials} />
        )}
        {credentials && isInstalling && (
          <InstallSteps
            device={device}
            credentials={credentials}
            hasAddress={choice.product?.hasAddress ?? true}
            onOtherDevice={() => places.openSheet('device')}
          />
        )}
        <Receipt order={order} description={choice.product?.description} />
        {credentials && rows.length > 0 && <ActionRows label="Mais" rows={rows} />}
        {credentials && isInstalling && <AddressRows credentials={credentials} />}
      </main>
      {line && (
        <ActBar>
          <a className={pageClasses.main} href="/portal" onClick={() => enterPortal(line)}>
            Abrir minha conta
          </a>
        </ActBar>
      )}
      {places.sheet && (
        <Suspense>
          <ReadySheets places={places} device={device} onDevice={setDevice} />
        </Suspense>
      )}
    </>
  );
}

/** Returns the row of the page «Indique e ganhe», if a friend gives the customer a reward. */
function referralRow(line: NonNullable<Order['line']>): ActionRow[] {
  const { rewardDays, rewardPercent } = line;
  if (!rewardDays && !rewardPercent) return [];
  const reward = formatReward(rewardDays ?? 0, rewardPercent);
  const onPress = () => {
    enterPortal(line);
    window.location.assign(`/portal#${REFERRAL_HASH}`);
  };
  return [{ icon: gift, title: `Indique e ganhe ${reward}`, onPress }];
}

/** Signs in to the portal. Without a key of its own, the portal asks for the user name. */
function enterPortal({ portalKey }: NonNullable<Order['line']>): void {
  if (portalKey !== null) storeKey(portalKey);
}

/** The result of the order, read aloud when it changes. */
function ResultCard({ order, seller }: { order: Order; seller: string }) {
  return (
    <section
      className={`${pageClasses.card} ${classes.effect}`}
      role="status"
      aria-busy={order.state !== 'held' && !order.line}
    >
      <IconTile icon={check} tone="ok" />
      <Effect order={order} seller={seller} />
      {order.authorization && <RecurringResult authorization={order.authorization} />}
    </section>
  );
}

/** The effect of the payment. */
function Effect({
  order: { state, line, testUsername },
  seller,
}: {
  order: Order;
  seller: string;
}) {
  if (state === 'held')
    return (
      <FocusedTitle className={classes.title}>
        Pago. {seller} foi avisado e libera sua linha.
      </FocusedTitle>
    );
  if (!line)
    return (
      <>
        <FocusedTitle className={classes.title}>
          Pago. Sua linha fica pronta em instantes.
        </FocusedTitle>
        <i className={`${pageClasses.blank} ${classes.blank}`} aria-hidden />
      </>
    );
  return (
    <>
      <FocusedTitle className={classes.until}>
        <span className={pageClasses.quiet}>Pago. Você assiste até</span>
        <b className={classes.date}>{formatDay(line.expiresTimestamp)}</b>
      </FocusedTitle>
      {testUsername !== null && (
        <p className={pageClasses.quiet}>Nada muda na TV: mesmo usuário, mesma senha.</p>
      )}
    </>
  );
}

/** States whether the line now renews automatically. */
function RecurringResult({ authorization: { state } }: { authorization: OrderAuthorization }) {
  if (state === 'waiting') return <PaymentSteps isPaid isInside />;
  if (state === 'active')
    return (
      <p className={classes.repeats}>
        <Icon path={repeat} /> e renova sozinho todo mês
      </p>
    );
  return (
    <p className={pageClasses.quiet}>
      O banco não autorizou os próximos meses. Na próxima renovação você pode tentar de novo.
    </p>
  );
}

/** Details of the payment. */
function Receipt({ order, description }: { order: Order; description: string | undefined }) {
  const { offer, charge, receiver, receipt, authorization, line } = order;
  const [screens] = description?.split(',') ?? [];
  const facts: readonly Fact[] = [
    ['Plano', screens ? `${offer.label}, ${screens}` : offer.label],
    ['Valor', formatReais(charge.value)],
    ...(receipt
      ? [
          [
            'Pago em',
            `${formatDay(receipt.paidTimestamp)} ${formatClock(receipt.paidTimestamp)}`,
          ] as const,
        ]
      : []),
    ['Quem recebeu', authorization?.receiver ?? receiver],
    ...(line && authorization?.state === 'active'
      ? [['Renova sozinho em', formatDate(authorization.firstDueOn)] as const]
      : []),
    ...(receipt ? [['Recibo', `nº ${receipt.number}`] as const] : []),
  ];
  return (
    <>
      <Facts label="Recibo" facts={facts} />
      {receipt && (
        <SaveReceipt
          title={`Pago a ${receiver}`}
          facts={facts}
          fileName={`recibo-${receipt.number}`}
        />
      )}
    </>
  );
}
