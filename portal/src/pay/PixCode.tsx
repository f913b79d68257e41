import { Copy } from '../ui/Copy.tsx';
import { Icon } from '../ui/Icon.tsx';
import { copy } from '../ui/icons.ts';
import pageClasses from '../portal.module.css';
import classes from './PixCode.module.css';

/** Code of a Pix that the customer copies into the app of the bank. */
export const PixCode = ({ code }: { code: string }) => (
  <section className={pageClasses.card}>
    <h2 className={classes.title}>Pix copia e cola</h2>
    <code className={pageClasses.code}>{code}</code>
    <Copy main text={code} label="Copiar código Pix" icon={<Icon path={copy} />} />
  </section>
);
