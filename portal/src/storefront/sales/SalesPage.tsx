/** Sales page of a seller: what is sold, for how much, and the test. */
import { lazy, Suspense } from 'react';
import type { StepProps } from '../step-props.ts';
import { now } from '../../clock.ts';
import { type ActionRow, ActionRows } from '../../ui/ActionRows.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { whatsapp } from '../../ui/icons.ts';
import type { StorefrontPage } from '../api.ts';
import { BrandBar } from '../Bars.tsx';
import { box, deviceLaptop, deviceMobile, deviceTv, infoCircle, telegram } from '../icons.ts';
import { NoTestCard } from './NoTestCard.tsx';
import { PlanChoice } from '../PlanChoice.tsx';
import { Sentence } from './Sentence.tsx';
import { ProductChoice } from './ProductChoice.tsx';
import { PhoneActs, SubscribeAct, TestAct } from './SalesActs.tsx';
import type { Choice } from '../use-choice.ts';
import { useIsWide } from './use-is-wide.ts';
import { formatHours, formatMethods, whatsappAddress } from '../words.ts';
import pageClasses from '../../portal.module.css';
import classes from './SalesPage.module.css';

const SalesSheet = lazy(async () => ({ default: (await import('./SalesSheet.tsx')).SalesSheet }));

export function SalesPage(props: StepProps) {
  const { page, brand, places, choice } = props;
  const isWide = useIsWide();
  const talk = talkRow(page);
  return (
    <>
      <div className={classes.top}>
        <BrandBar name={page.name} logo={brand.logo}>
          {isWide && talk?.href && (
            <a
              className={`${pageClasses.textAct} ${classes.talk}`}
              href={talk.href}
              rel="noreferrer"
              target="_blank"
            >
              <Icon path={talk.icon} em={1} /> {talk.title}
            </a>
          )}
          <a className={pageClasses.textAct} href="/portal">
            Já sou cliente
          </a>
        </BrandBar>
      </div>
      <main className={classes.main}>
        <Opening {...props} isWide={isWide} />
        <Plans {...props} isWide={isWide} />
        {!isWide && <HelpRows {...props} />}
      </main>
      {!isWide && <PhoneActs page={page} places={places} choice={choice} />}
      {places.sheet && (
        <Suspense>
          <SalesSheet page={page} places={places} choice={choice} />
        </Suspense>
      )}
    </>
  );
}

/** Sentence of the seller, and the way in which a visitor begins. */
function Opening({ page, places, choice, isWide }: StepProps & { isWide: boolean }) {
  const { pause } = page.tests;
  const isPaused = choice.product?.testId != null && pause !== null && pause !== 'off';
  return (
    <section className={classes.opening}>
      <Sentence>{page.sentence}</Sentence>
      {isPaused ? (
        <NoTestCard tests={page.tests} at={now()} onNotify={() => places.openSheet('notify')} />
      ) : (
        <p className={classes.lead}>{leadText(page, choice)}</p>
      )}
      {isWide && <TestAct page={page} places={places} choice={choice} />}
      {!isPaused && <Devices />}
      {isWide && <WideHelp page={page} places={places} choice={choice} />}
    </section>
  );
}

/** Rows of help as links, because the desktop has no list of help. */
const WideHelp = ({ page, places, choice }: Pick<StepProps, 'page' | 'places' | 'choice'>) => (
  <div className={classes.help}>
    {choice.product?.testId && (
      <button
        type="button"
        className={pageClasses.textAct}
        onClick={() => places.openSheet('test-rules')}
      >
        Como funciona o teste
      </button>
    )}
    {chatRows(page).map(({ icon, title, href }) => (
      <a key={title} className={pageClasses.textAct} href={href} rel="noreferrer" target="_blank">
        <Icon path={icon} em={1} /> {title}
      </a>
    ))}
  </div>
);

/** Builds the sentence from the length of the test and the ways to pay. */
function leadText({ tests, methods, seller }: StorefrontPage, { product }: Choice): string {
  const test =
    product?.testId && tests.pause !== 'off'
      ? `Teste por ${formatHours(tests.hours)}, sem cartão. `
      : '';
  const way = methods.includes('pix') ? 'Pix' : 'cartão';
  if (methods.length === 0) return `${test}Para assinar, fale com ${seller?.name ?? 'quem vende'}.`;
  if (!test) return `Assine no ${way} e assista na hora.`;
  return `${test}Gostou, assina no ${way} e continua com o mesmo usuário.`;
}

const devices = [
  [deviceTv, 'TV'],
  [box, 'TV Box'],
  [deviceMobile, 'Celular'],
  [deviceLaptop, 'Computador'],
] as const;

const Devices = () => (
  <ul className={classes.devices} aria-label="Onde assistir">
    {devices.map(([icon, label]) => (
      <li key={label}>
        <Icon path={icon} em={1.25} /> {label}
      </li>
    ))}
  </ul>
);

function Plans({ page, places, choice, isWide }: StepProps & { isWide: boolean }) {
  const { product, offer } = choice;
  if (!product) return null;
  return (
    <section className={classes.plans} aria-labelledby="plans">
      <div className={classes.head}>
        <h2 id="plans">Planos</h2>
        <span>{product.description}</span>
      </div>
      <ProductChoice page={page} choice={choice} />
      <PlanChoice
        label="Planos"
        offers={product.offers}
        chosen={offer}
        writeNote={({ months }) =>
          page.recurring && months === 1 ? 'pode renovar sozinho' : undefined
        }
        onChoose={choice.chooseOffer}
      />
      {isWide && page.methods.length > 0 && (
        <>
          <SubscribeAct places={places} offer={offer} />
          <p className={classes.receiver}>
            No {formatMethods(page.methods)}, pago a {page.name}
          </p>
        </>
      )}
    </section>
  );
}

const talkRow = ({ seller }: StorefrontPage): ActionRow | undefined =>
  seller?.whatsapp
    ? { icon: whatsapp, title: `Falar com ${seller.name}`, href: whatsappAddress(seller.whatsapp) }
    : undefined;

/** Links to the chats that give tests and sell. */
const chatRows = ({ whatsappUrl, telegramUrl }: StorefrontPage): ActionRow[] =>
  (
    [
      [whatsapp, 'Atendimento no WhatsApp', whatsappUrl],
      [telegram, 'Atendimento no Telegram', telegramUrl],
    ] as const
  ).flatMap(([icon, title, href]) => (href ? [{ icon, title, href }] : []));

function HelpRows({ page, places, choice }: StepProps) {
  const talk = talkRow(page);
  const hasTest = choice.product?.testId != null && page.tests.pause === null;
  const rows: ActionRow[] = [
    ...(hasTest
      ? [
          {
            icon: infoCircle,
            title: 'Como funciona o teste',
            onPress: () => places.openSheet('test-rules'),
          },
        ]
      : []),
    ...(talk ? [talk] : []),
    ...chatRows(page),
  ];
  return rows.length > 0 && <ActionRows label="Ajuda" rows={rows} />;
}
