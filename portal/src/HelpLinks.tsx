import type { Portal } from './api.ts';
import classes from './portal.module.css';

interface HelpLinksProps {
  seller: Portal['seller'];
  onHelp: () => void;
}

/** Links to the seller's WhatsApp and to the page «Ajuda». */
export const HelpLinks = ({ seller, onHelp }: HelpLinksProps) => (
  <>
    <button type="button" className={`${classes.card} ${classes.link}`} onClick={onHelp}>
      Pedir ajuda
    </button>
    {seller.whatsapp && (
      <a
        className={`${classes.card} ${classes.link}`}
        href={`https://wa.me/${seller.whatsapp}`}
        rel="noreferrer"
        target="_blank"
      >
        Falar com {seller.name}
      </a>
    )}
  </>
);
