import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

/** Explains why the placeholders {link} and {pix} are empty, and links to the setting. */
export const PaymentsNotice = () => (
  <Text mt="lg" c="var(--ink-2)" fz="note">
    {
      '{link} e {pix} ficam de fora enquanto seus clientes não podem pagar sozinhos. Cadastre preços e chaves em '
    }
    <Anchor component={Link} to="/recharge-portal" inherit>
      Recargas
    </Anchor>
    .
  </Text>
);
