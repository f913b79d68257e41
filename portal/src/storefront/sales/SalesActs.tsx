/** Acts of the sales page. Which ones it shows depends on the test and on the ways to pay. */
import type { Offer, StorefrontPage } from '../api.ts';
import { Act } from '../Act.tsx';
import { ActBar } from '../ActBar.tsx';
import { bolt } from '../icons.ts';
import type { Choice } from '../use-choice.ts';
import type { Places } from '../use-place.ts';
import { formatMethods, formatPrice, whatsappAddress } from '../words.ts';
import pageClasses from '../../portal.module.css';

interface ActsProps {
  page: StorefrontPage;
  places: Places;
  choice: Choice;
}

const canTest = ({ page, choice }: ActsProps): boolean =>
  choice.product?.testId != null && page.tests.pause === null;

/** Button that begins a test; nothing while no test is available. */
export const TestAct = (props: ActsProps) =>
  canTest(props) && (
    <Act look="test" icon={bolt} onClick={() => props.places.go('teste')}>
      Testar grátis
    </Act>
  );

interface SubscribeActProps {
  places: Places;
  offer: Offer | undefined;
  /** True if another button is next to it, so that the price does not fit. */
  isShort?: boolean;
}

export const SubscribeAct = ({ places, offer, isShort = false }: SubscribeActProps) =>
  offer && (
    <Act onClick={() => places.go('assinar')}>
      {isShort ? 'Assinar' : `Assinar por ${formatPrice(offer.priceCents)}`}
    </Act>
  );

/** Acts at the foot of the phone's page, with the chosen plan and its price. */
export function PhoneActs(props: ActsProps) {
  const { page, places, choice } = props;
  const { offer } = choice;
  if (page.methods.length === 0 || !offer) return <ActsWithoutPayment {...props} />;
  return (
    <ActBar
      summary={
        <>
          <b>{offer.label}</b> no {formatMethods(page.methods)}
        </>
      }
      value={formatPrice(offer.priceCents)}
    >
      <TestAct {...props} />
      <SubscribeAct places={places} offer={offer} isShort={canTest(props)} />
    </ActBar>
  );
}

/** Without a way to pay, the seller takes the order in a conversation. */
function ActsWithoutPayment(props: ActsProps) {
  const { seller } = props.page;
  if (!canTest(props) && !seller?.whatsapp) return null;
  return (
    <ActBar>
      <TestAct {...props} />
      {seller?.whatsapp && (
        <a
          className={pageClasses.main}
          href={whatsappAddress(seller.whatsapp)}
          rel="noreferrer"
          target="_blank"
        >
          Falar com {seller.name}
        </a>
      )}
    </ActBar>
  );
}
