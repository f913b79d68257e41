import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import classes from './PaymentsNotice.module.css';

/** Why {link} and {pix} stay empty, and where that is changed. */
export const PaymentsNotice = () => (
  <p className={classes.root}>
    {
      '{link} e {pix} ficam de fora enquanto seus clientes não podem pagar sozinhos. Cadastre preços e chaves em '
    }
    <Anchor component={Link} to="/recharge-portal" inherit>
      Recargas
    </Anchor>
    .
  </p>
);
