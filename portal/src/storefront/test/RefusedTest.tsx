/** A test that was refused, and the plans that a visitor can subscribe to instead. */
import { getPlanTerm } from '@ramal/contract/rules/plans';
import { firstExpiry } from '@ramal/contract/rules/terms';
import { useState } from 'react';
import { formatClock, formatDay, timeZone } from '../../format.ts';
import { ActionRows } from '../../ui/ActionRows.tsx';
import { whatsapp } from '../../ui/icons.ts';
import { useNow } from '../../use-now.ts';
import { Act } from '../Act.tsx';
import { ActBar } from '../ActBar.tsx';
import type { Offer, Refusal } from '../api.ts';
import { StepBar } from '../Bars.tsx';
import { IconTile } from '../IconTile.tsx';
import { PlanChoice } from '../PlanChoice.tsx';
import type { StepProps } from '../step-props.ts';
import { history } from '../step-icons.ts';
import { formatPrice, whatsappAddress } from '../words.ts';
import pageClasses from '../../portal.module.css';
import classes from './RefusedTest.module.css';

interface RefusedTestProps extends StepProps {
  refusal: Refusal;
}

export function RefusedTest({ refusal, ...props }: RefusedTestProps) {
  const { page, places, choice } = props;
  const canSubscribe = page.methods.length > 0 && refusal.reason !== 'blocked';
  const offers = choice.product?.offers ?? [];
  const [chosen, setChosen] = useState(offers[0]);
  const at = useNow();
  // The same calculation as on the server: a line without time begins today.
  const until = ({ months }: Offer) =>
    formatDay(firstExpiry(at, getPlanTerm(months).days, timeZone).getTime() / 1000);
  return (
    <>
      <StepBar title="Teste grátis" onBack={() => places.replace('')} />
      <main>
        <Reason refusal={refusal} />
        {canSubscribe && (
          <Plans
            title={refusal.former ? 'Assine e ele volta na hora' : 'Assine e assista na hora'}
            offers={offers}
            chosen={chosen}
            until={until}
            onChoose={setChosen}
          />
        )}
        <Talk {...props} refusal={refusal} />
      </main>
      {canSubscribe && chosen && (
        <ActBar
          summary={
            <>
              <b>{chosen.label}</b> · até {until(chosen)}
            </>
          }
          value={formatPrice(chosen.priceCents)}
        >
          <Act
            onClick={() => {
              choice.chooseOffer(chosen);
              places.go('assinar');
            }}
          >
            Assinar por {formatPrice(chosen.priceCents)}
          </Act>
        </ActBar>
      )}
    </>
  );
}

const titles: Partial<Record<Refusal['reason'], string>> = {
  number: 'Este número já fez um teste',
  device: 'Este aparelho já fez um teste',
  repeated: 'Um teste por número e por aparelho',
};

/** States what happened. Date and user name are shown only to the owner of the number. */
function Reason({ refusal }: { refusal: Refusal }) {
  const { reason, text, testedTimestamp, nextTimestamp, former } = refusal;
  const title = titles[reason];
  const when =
    testedTimestamp !== null &&
    `Foi em ${formatDay(testedTimestamp)}, às ${formatClock(testedTimestamp)}.`;
  const next =
    nextTimestamp !== null && `O próximo teste fica livre em ${formatDay(nextTimestamp)}.`;
  const dates = [when, next].filter(Boolean).join(' ');
  return (
    <section className={`${pageClasses.card} ${classes.reason}`}>
      <IconTile icon={history} tone="off" />
      <h2 className={classes.title}>{title ?? text}</h2>
      {(dates || title) && <p className={pageClasses.quiet}>{dates || text}</p>}
      {former && (
        <dl className={classes.former}>
          <div>
            <dt>O usuário daquele teste</dt>
            <dd className={classes.username}>{former.username}</dd>
          </div>
          <div>
            <dt>Situação</dt>
            <dd>Guardado</dd>
          </div>
        </dl>
      )}
    </section>
  );
}

const FEW_PLANS = 2;

interface PlansProps {
  title: string;
  offers: readonly Offer[];
  chosen: Offer | undefined;
  until: (offer: Offer) => string;
  onChoose: (offer: Offer) => void;
}

function Plans({ title, offers, chosen, until, onChoose }: PlansProps) {
  const [isWhole, setIsWhole] = useState(offers.length <= FEW_PLANS);
  return (
    <section aria-labelledby="plans">
      <h2 id="plans" className={classes.plans}>
        {title}
      </h2>
      <PlanChoice
        label={title}
        offers={isWhole ? offers : offers.slice(0, FEW_PLANS)}
        chosen={chosen}
        writeNote={(offer) => `até ${until(offer)}`}
        onChoose={onChoose}
      />
      {!isWhole && (
        <button type="button" className={pageClasses.textAct} onClick={() => setIsWhole(true)}>
          Ver os {offers.length} planos
        </button>
      )}
    </section>
  );
}

/** A person who did not take the test, or whose number is blocked, writes to the seller. */
function Talk({ page: { seller, name }, refusal }: RefusedTestProps) {
  if (!seller?.whatsapp) return null;
  const talk = `Falar com ${seller.name}`;
  const isOther = refusal.reason in titles;
  const text = isOther ? `Olá! Pedi um teste em ${name}, mas diz que já fiz um. Não fui eu.` : '';
  return (
    <ActionRows
      label="Ajuda"
      rows={[
        {
          icon: whatsapp,
          title: isOther ? 'Não fui eu' : talk,
          ...(isOther ? { text: talk } : {}),
          href: whatsappAddress(seller.whatsapp, text),
        },
      ]}
    />
  );
}
