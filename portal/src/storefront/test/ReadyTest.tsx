/** A test that is ready, is being prepared, or has ended. */
import { lazy, Suspense, useState } from 'react';
import { formatClock } from '../../format.ts';
import { type ActionRow, ActionRows } from '../../ui/ActionRows.tsx';
import { check, whatsapp } from '../../ui/icons.ts';
import { useNow } from '../../use-now.ts';
import { Act } from '../Act.tsx';
import { ActBar } from '../ActBar.tsx';
import type { StorefrontDevice, Test } from '../api.ts';
import { BrandBar, FocusedTitle } from '../Bars.tsx';
import { AddressRows, CredentialRows } from '../line/CredentialRows.tsx';
import { deviceIcons } from '../device-icons.ts';
import { IconTile } from '../IconTile.tsx';
import { browserAddress } from '../line/install-steps.ts';
import { InstallSteps } from '../line/InstallSteps.tsx';
import type { StepProps } from '../step-props.ts';
import { help, history } from '../step-icons.ts';
import { formatMoment, formatPrice, whatsappAddress } from '../words.ts';
import pageClasses from '../../portal.module.css';
import classes from './ReadyTest.module.css';

const ReadySheets = lazy(async () => ({
  default: (await import('../line/ReadySheets.tsx')).ReadySheets,
}));

interface ReadyTestProps extends StepProps {
  /** Undefined while the line is prepared. */
  test: Test | undefined;
}

export function ReadyTest({ test, ...props }: ReadyTestProps) {
  const { page, brand, places, choice } = props;
  const at = useNow();
  const [device, setDevice] = useState<StorefrontDevice>();
  const isOver = test !== undefined && (test.hasEnded || test.endsTimestamp * 1000 <= at.getTime());
  const shown = device ?? test?.device;
  return (
    <>
      <BrandBar name={page.name} logo={brand.logo} />
      <main>
        <Head test={test} isOver={isOver} at={at} />
        {test?.credentials !== null && <CredentialRows credentials={test?.credentials} />}
        {test?.credentials && shown && !isOver && (
          <InstallSteps
            device={shown}
            credentials={test.credentials}
            hasAddress={choice.product?.hasAddress ?? true}
            onOtherDevice={() => places.openSheet('device')}
          />
        )}
        <ActionRows label="Ajuda" rows={[...watchRows(test, shown), ...helpRows(props)]} />
        {test?.credentials && !isOver && <AddressRows credentials={test.credentials} />}
      </main>
      {test && page.methods.length > 0 && (
        <SubscribeBar {...props} test={test} isOver={isOver} at={at} />
      )}
      {places.sheet && shown && (
        <Suspense>
          <ReadySheets places={places} device={shown} onDevice={setDevice} />
        </Suspense>
      )}
    </>
  );
}

interface HeadProps {
  test: Test | undefined;
  isOver: boolean;
  at: Date;
}

/** Title of the test, with its end. */
function Head({ test, isOver, at }: HeadProps) {
  const [title, text] = headTexts(test, isOver, at);
  return (
    <div className={classes.head}>
      <IconTile icon={isOver ? history : check} tone={isOver || !test ? 'off' : 'ok'} />
      <div>
        <FocusedTitle className={classes.title}>{title}</FocusedTitle>
        {text && <p className={pageClasses.quiet}>{text}</p>}
      </div>
    </div>
  );
}

const channels = { whatsapp: 'WhatsApp', telegram: 'Telegram' } as const;

function headTexts(test: Test | undefined, isOver: boolean, at: Date): [string, string?] {
  if (!test) return ['Preparando seu usuário'];
  if (isOver) return ['Seu teste acabou', `Valeu até ${formatMoment(test.endsTimestamp, at)}.`];
  const end = `Vale até ${formatMoment(test.endsTimestamp, at)}.`;
  return [
    'Seu teste está pronto',
    test.sentBy ? `${end} Também foi no seu ${channels[test.sentBy]}.` : `${end} Guarde esta tela.`,
  ];
}

/** A phone or computer plays the line in its browser, without an app. */
function watchRows(test: Test | undefined, device: StorefrontDevice | undefined): ActionRow[] {
  if (!test || (device !== 'phone' && device !== 'computer')) return [];
  const href = test.credentials && browserAddress(test.credentials);
  return href ? [{ icon: deviceIcons[device], title: 'Assistir agora neste aparelho', href }] : [];
}

function helpRows({ page: { seller }, places: { openSheet } }: StepProps): ActionRow[] {
  return [
    {
      icon: help,
      title: 'Não entrou?',
      text: 'O que conferir, em 3 passos',
      onPress: () => openSheet('trouble'),
    },
    ...(seller?.whatsapp
      ? [
          {
            icon: whatsapp,
            title: `Falar com ${seller.name}`,
            href: whatsappAddress(seller.whatsapp),
          },
        ]
      : []),
  ];
}

interface SubscribeBarProps extends StepProps {
  test: Test;
  isOver: boolean;
  at: Date;
}

function SubscribeBar({ test, isOver, at, places: { go }, choice }: SubscribeBarProps) {
  const cheapest = choice.product?.offers[0];
  if (isOver)
    return (
      <ActBar>
        <Act
          onClick={() => {
            if (cheapest) choice.chooseOffer(cheapest);
            go('assinar');
          }}
        >
          Assinar {cheapest && `por ${formatPrice(cheapest.priceCents)}`}
        </Act>
      </ActBar>
    );
  return (
    <ActBar
      summary="O teste acaba em"
      value={
        <time title={formatClock(test.endsTimestamp)}>{timeLeft(test.endsTimestamp, at)}</time>
      }
      note="Os dias pagos só começam quando o teste acaba"
    >
      <Act onClick={() => go('assinar')}>Assinar quando acabar</Act>
    </ActBar>
  );
}

const MINUTE_SECONDS = 60;

/** Example: «5 h 58 min». The last minutes are «12 min». */
function timeLeft(endsTimestamp: number, at: Date): string {
  const minutes = Math.ceil((endsTimestamp - at.getTime() / 1000) / MINUTE_SECONDS);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return hours > 0 ? `${hours} h ${rest} min` : `${rest} min`;
}
