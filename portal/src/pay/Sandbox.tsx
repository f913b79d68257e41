import classes from '../portal.module.css';

/** States that the payment moves no money, because the installation uses the test provider. */
export const Sandbox = () => (
  <p className={`${classes.card} ${classes.test}`} role="status">
    <b>Modo de teste.</b> Nada é cobrado: quem vende confirma o pagamento em Recargas.
  </p>
);
